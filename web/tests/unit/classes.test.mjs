// What the check of CSS classes finds (classes.mjs).
import assert from "node:assert/strict";
import { test } from "node:test";
import { problemsIn, styledIn, usedIn } from "../../classes.mjs";

test("selectors are told from comments, values and names of files", () => {
  const css = '@import "./tokens.css";/* .old */.card{margin:.5em}@media (max-width:1.5em){.card>.card-title:not(.is-open,[title=".x"]){left:.2px}}';
  assert.deepEqual([...styledIn(css)], ["card", "card-title", "is-open"]);
});

test("classes are read from literals, conditions and templates", () => {
  const source = 'const state = "is-late"; const one = <p class={`card kind-${kind}${kind === "gas" ? " is-open" : ""} ${state}`} title="words" />; one.matches(".card.is-shut");';
  const { set, words, beginnings, found } = usedIn(source);
  assert.deepEqual([...set], ["card", "is-open"]);
  assert.ok(words.has("is-late") && !words.has("kind-"));
  assert.deepEqual([...beginnings], ["kind-"]);
  assert.deepEqual([...found], ["card", "is-shut"]);
});

for (const [what, css, tsx, tests, problems] of [
  ["a class that is set and styled", ".card{}", '<p class="card" />', "", []],
  ["a class that goes on with a value", ".kind-gas{}", "<p class={`kind-${kind}`} />", "", []],
  ["a class that only a test looks for", "", '<p class="card" />', 'find(".card")', []],
  ["a class that nothing has", ".card,.old-card{}", '<p class="card" />', "", ["a.css: nothing has the class .old-card"]],
  ["a class that is not styled", "", '<p class="card" />', "", ['a.tsx: the class "card" is neither styled nor looked for']],
  ["a short name", ".pc{}", '<p class="pc" />', "", ["a.css: .pc is no readable name of a class", 'a.tsx: "pc" is no readable name of a class']],
  ["a name with a single letter in front", ".k-gas{}", '<p class="k-gas" />', "", ["a.css: .k-gas is no readable name of a class", 'a.tsx: "k-gas" is no readable name of a class']],
  ["a name in camel case", ".plantCard{}", '<p class="plantCard" />', "", ["a.css: .plantCard is no readable name of a class", 'a.tsx: "plantCard" is no readable name of a class']],
]) {
  test(`${what}: ${problems.length ? "is refused" : "is fine"}`, () => {
    assert.deepEqual(problemsIn([["a.css", css]], [["a.tsx", `const one = ${tsx};`]], [["a.mjs", tests]]), problems);
  });
}

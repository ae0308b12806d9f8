// The lessons: what there is to learn, how far one is, and what comes next.
import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { LessonList, LessonShort } from "../generated/api";
import { play } from "../lessons/store";
import { say } from "../lessons/words";
import { Link } from "../parts/link";
import { Sym } from "../parts/symbols";
import { getJson, offered } from "../store/api";
import { language, learn, t } from "../words";
import { Head } from "./head";
import { Problem } from "./opening";

const LABELS = { new: "begin", begun: "go_on", done: "again" } as const;

function Row({ lesson, busy, onPlay }: { lesson: LessonShort; busy: boolean; onPlay: () => void }): JSX.Element {
  return (
    <li class={`lesson-${lesson.state}`}>
      <button type="button" disabled={busy} data-lesson={lesson.id} data-state={lesson.state} onClick={onPlay}>
        <i aria-hidden="true">{lesson.state === "done" && <Sym id="check" />}</i>
        <span class="description">
          <b>{lesson.title}</b>
          <small>{lesson.about}</small>
        </span>
        <span class="text-muted">{say("minutes", { n: lesson.minutes })}</span>
        <span class={`tag${lesson.state === "begun" ? " is-urgent" : ""}`}>{say(LABELS[lesson.state])}</span>
      </button>
    </li>
  );
}

/** The drawings of the chapters, in their order. */
const KINDS = ["coal", "gas", "uranium", "fusion", "garbage", "eco", "oil", "any"];

function Picture({ kind }: { kind: string }): JSX.Element {
  return (
    <div class={`lesson-picture kind-${kind}`} aria-hidden="true">
      <svg viewBox="0 0 120 64" preserveAspectRatio="xMidYMax slice">
        <use href={`#plant-${kind}`} width="120" height="64" />
      </svg>
    </div>
  );
}

interface ChapterProps {
  title: string;
  kind: string;
  lessons: LessonShort[];
  busy: boolean;
  onPlay: (lesson: LessonShort) => void;
}

function Chapter({ title, kind, lessons, busy, onPlay }: ChapterProps): JSX.Element {
  const done = lessons.filter((one) => one.state === "done").length;
  return (
    <section class="panel lessons">
      <Picture kind={kind} />
      <div class="chapter-title">
        <h2>{title}</h2>
        <p>{say("progress", { done, all: lessons.length })}</p>
        <div class="progress-bar" aria-hidden="true">
          <i style={{ width: `${(100 * done) / lessons.length}%` }} />
        </div>
      </div>
      <ol>
        {lessons.map((one) => (
          <Row key={one.id} lesson={one} busy={busy} onPlay={() => onPlay(one)} />
        ))}
      </ol>
    </section>
  );
}

export function LearnPage(): JSX.Element {
  const [lessons, setLessons] = useState<LessonShort[] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [manual, setManual] = useState(false);
  useEffect(() => {
    void Promise.all([getJson<LessonList>("/api/lessons"), learn("learn")]).then(([found]) => setLessons(found.lessons), setError);
  }, [language.value]);
  useEffect(() => {
    offered((one) => setManual(one.help));
  }, []);
  const start = (lesson: LessonShort) => {
    setBusy(true);
    void play(lesson.id, lesson.state === "done")
      .catch(setError)
      .finally(() => setBusy(false));
  };
  const chapters = [...new Set(lessons?.map((one) => one.chapter))];
  if (!lessons) return <div class="page learn"><Head /><main><Problem error={error} /></main></div>;
  const done = lessons.filter((one) => one.state === "done").length;
  const next = lessons.find((one) => one.state === "begun") ?? lessons.find((one) => one.state === "new");
  return (
    <div class="page learn">
      <Head />
      <main>
        <div class="lesson-intro">
          <div>
            <h1>{say("title")}</h1>
            <p>{say("text")}</p>
            <p class="text-muted">
              {say("progress", { done, all: lessons.length })} · <Link to="/puzzles">{t("puzzles")}</Link> · <Link to="/rules">{t("rules")}</Link> · <Link to="/rules#glossary">{t("glossary")}</Link>
              {manual && (
                <>
                  {" · "}
                  <a href="/help">{t("manual")}</a>
                </>
              )}
            </p>
          </div>
          {next && (
            <button type="button" class="next-lesson" disabled={busy} data-continue onClick={() => start(next)}>
              <Picture kind={KINDS[chapters.indexOf(next.chapter) % KINDS.length]!} />
              <span>
                <b>{say(done || next.state === "begun" ? "go_on" : "begin")}</b>
                <small>{next.title}</small>
              </span>
            </button>
          )}
        </div>
        <Problem error={error} />
        {chapters.map((chapter, i) => (
          <Chapter key={chapter} title={chapter} kind={KINDS[i % KINDS.length]!} lessons={lessons.filter((one) => one.chapter === chapter)} busy={busy} onPlay={start} />
        ))}
      </main>
    </div>
  );
}

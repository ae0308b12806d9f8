// Run the component tests, or those of some files, against one server:  node tests/components/run.mjs [FILE …]
import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { startServer } from "./server.mjs";

const named = process.argv.slice(2);
const files = named.length ? named : globSync("tests/components/*.test.mjs").sort();
const processes = Math.min(2, files.length);
const server = await startServer();
const env = { ...process.env, STROMNETZ_TEST_SERVER: server.url };
const codes = await Promise.all(
  Array.from({ length: processes }, async (_, i) => {
    // each process has many windows to clean up after: with a larger young generation that takes half the time
    const options = ["--min-semi-space-size=64", "--max-semi-space-size=64", "--always-sparkplug", "--max-old-space-size=2048", "--test", "--test-isolation=none", `--test-shard=${i + 1}/${processes}`];
    const tests = spawn(process.execPath, [...options, ...files], { env, stdio: "inherit" });
    const [code] = await once(tests, "exit");
    return code;
  }),
);
await server.stop();
process.exit(Math.max(...codes.map((code) => code ?? 1)));

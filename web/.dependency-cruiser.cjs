// No file imports another that imports it back, by whatever way: an import of types alone counts too. The board knows no
// table: it takes props and calls back.
module.exports = {
  forbidden: [
    { name: "no-circular", severity: "error", from: {}, to: { circular: true } },
    { name: "board-without-store", severity: "error", from: { path: "^src/board/" }, to: { path: "^src/(store/|words|layout|settings)", reachable: true } },
  ],
  options: { tsPreCompilationDeps: true, tsConfig: { fileName: "tsconfig.json" } },
};

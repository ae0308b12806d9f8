import tseslint from "typescript-eslint";

/** What belongs to the browser or the page and to no table: settings, account, lists, data that is the same everywhere. */
const OF_THE_BROWSER = [
  "src/{layout,notifications,settings,turns,words}.ts",
  "src/store/{account,art,puzzles,open,reference,seek,session,thumbnails,turns}.ts",
  "src/editions/registry.ts",
  "src/offline/transport.ts",
];
const AT_MODULE_LEVEL = [
  "Program > VariableDeclaration > VariableDeclarator > CallExpression[callee.name=/^(signal|computed)$/]",
  "Program > ExportNamedDeclaration > VariableDeclaration > VariableDeclarator > CallExpression[callee.name=/^(signal|computed)$/]",
  "Program > ExpressionStatement > CallExpression[callee.name='effect']",
];

export default tseslint.config(
  { ignores: ["node_modules/", "maps/", "src/generated/"] },
  ...tseslint.configs.strict,
  ...tseslint.configs.stylistic,
  {
    rules: {
      eqeqeq: "error",
      "no-console": "error",
      // an index that was just checked; the compiler cannot see it
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
    },
  },
  {
    files: ["src/**"],
    ignores: OF_THE_BROWSER,
    rules: {
      "no-restricted-syntax": [
        "error",
        ...AT_MODULE_LEVEL.map((selector) => ({ selector, message: "Two tables on one page would share it: make it in createTable, or when a table first asks for it (table.own)" })),
      ],
    },
  },
  {
    files: ["tests/components/**"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector: "CallExpression[callee.object.name='assert'][callee.property.name=/qual/] > CallExpression[callee.property.name=/^(find|get|querySelector)$/][arguments.0.type!='ArrowFunctionExpression']:first-child",
          message: "Node prints the whole document where this fails, which takes gigabytes: write assert.ok(!app.find(…))",
        },
      ],
    },
  },
);

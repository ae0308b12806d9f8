import tseslint from "typescript-eslint";

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
);

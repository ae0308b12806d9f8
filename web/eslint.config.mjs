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

import js from "@eslint/js";
import { defineConfig, globalIgnores } from "eslint/config";
import typescript from "typescript-eslint";

export default defineConfig(
  globalIgnores(["build/", "stych/", "stych-data/"]),
  js.configs.recommended,
  {
    files: ["**/*.ts"],
    extends: [typescript.configs.strictTypeChecked, typescript.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: { "@typescript-eslint/restrict-template-expressions": "off" },
  },
);

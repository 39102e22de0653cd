import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import { defineConfig } from 'eslint/config'
import globals from 'globals'
import ts from 'typescript-eslint'

export default defineConfig(
  { ignores: ['node_modules/', 'src/wire.ts'] }, // wire.ts is written by the server
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  {
    files: ['src/**'],
    languageOptions: { globals: globals.browser },
    rules: { 'no-undef': 'off' }, // the types know better
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser } },
  },
  {
    files: ['tests/**', 'scripts/**', '*.js', '*.ts'],
    languageOptions: { globals: { ...globals.node, ...globals.browser } }, // the tests also write what runs in the page
  },
  {
    files: ['public/**'],
    languageOptions: { globals: globals.browser },
  },
  {
    files: ['page/**'],
    languageOptions: { globals: { ...globals.worker, ...globals.serviceworker } },
  },
  {
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'svelte/prefer-svelte-reactivity': 'off', // sets and maps are made anew, not changed, where a page watches them
      'svelte/no-useless-mustaches': 'off', // {' '} is a space that no formatter moves
      'svelte/no-unused-svelte-ignore': 'off', // svelte-check says which warnings there are
    },
  },
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
  },
)

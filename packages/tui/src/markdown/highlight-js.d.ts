// The own types of highlight.js bring in those of the DOM, for every file of the project. See `imports` in package.json.
declare const hljs: {
  registerLanguage(name: string, language: unknown): void;
  registerAliases(aliases: readonly string[], options: { readonly languageName: string }): void;
  getLanguage(name: string): unknown;
  highlight(code: string, options: { language: string; ignoreIllegals: boolean }): { readonly value: string };
};
// oxlint-disable-next-line import/no-default-export -- this is how the package has it
export { hljs as default };

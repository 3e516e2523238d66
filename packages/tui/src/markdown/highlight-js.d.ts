// The package's own types bring in those of the DOM, for every file of the project.
declare module 'highlight.js/lib/core' {
  const hljs: {
    registerLanguage(name: string, language: unknown): void;
    registerAliases(aliases: readonly string[], options: { readonly languageName: string }): void;
    getLanguage(name: string): unknown;
    highlight(code: string, options: { language: string; ignoreIllegals: boolean }): { readonly value: string };
  };
  export default hljs;
}

declare module 'highlight.js/lib/languages/*' {
  const language: unknown;
  export default language;
}

/** A language server that many people have, and the files that it knows: the ends of their names, and the language. */
export interface KnownServer {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly languages: Readonly<Record<string, string>>;
}

const of = (language: string, ...extensions: readonly string[]) =>
  Object.fromEntries(extensions.map((extension) => [extension, language]));

const known = (name: string, line: string, ...languages: readonly Readonly<Record<string, string>>[]): KnownServer => {
  const [command = '', ...args] = line.split(' ');
  return { name, command, args, languages: Object.assign({}, ...languages) as Readonly<Record<string, string>> };
};

const SCRIPTS = [
  of('typescript', '.ts', '.mts', '.cts'),
  of('typescriptreact', '.tsx'),
  of('javascript', '.js', '.mjs', '.cjs'),
  of('javascriptreact', '.jsx'),
];

/** Servers that are used when they are on the PATH. Of several for one language, the first. */
export const KNOWN_SERVERS: readonly KnownServer[] = [
  known('typescript', 'typescript-language-server --stdio', ...SCRIPTS),
  known('vtsls', 'vtsls --stdio', ...SCRIPTS),
  known('pyright', 'pyright-langserver --stdio', of('python', '.py', '.pyi')),
  known('basedpyright', 'basedpyright-langserver --stdio', of('python', '.py', '.pyi')),
  known('pylsp', 'pylsp', of('python', '.py', '.pyi')),
  known('gopls', 'gopls', of('go', '.go')),
  known('rust-analyzer', 'rust-analyzer', of('rust', '.rs')),
  known('clangd', 'clangd', of('c', '.c', '.h'), of('cpp', '.cc', '.cpp', '.cxx', '.hpp', '.hh')),
  known('jdtls', 'jdtls', of('java', '.java')),
  known('kotlin', 'kotlin-language-server', of('kotlin', '.kt', '.kts')),
  known('csharp', 'csharp-ls', of('csharp', '.cs')),
  known('ruby', 'ruby-lsp', of('ruby', '.rb')),
  known('solargraph', 'solargraph stdio', of('ruby', '.rb')),
  known('php', 'intelephense --stdio', of('php', '.php')),
  known('lua', 'lua-language-server', of('lua', '.lua')),
  known('zig', 'zls', of('zig', '.zig')),
  known('swift', 'sourcekit-lsp', of('swift', '.swift')),
  known('dart', 'dart language-server', of('dart', '.dart')),
  known('elixir', 'elixir-ls', of('elixir', '.ex', '.exs')),
  known('haskell', 'haskell-language-server-wrapper --lsp', of('haskell', '.hs')),
  known('ocaml', 'ocamllsp', of('ocaml', '.ml', '.mli')),
  known('bash', 'bash-language-server start', of('shellscript', '.sh', '.bash')),
  known('terraform', 'terraform-ls serve', of('terraform', '.tf')),
  known('svelte', 'svelteserver --stdio', of('svelte', '.svelte')),
  known('vue', 'vue-language-server --stdio', of('vue', '.vue')),
];

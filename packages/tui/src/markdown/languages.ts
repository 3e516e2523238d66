import hljs from '#highlight';
import bash from '#highlight/bash';
import c from '#highlight/c';
import cpp from '#highlight/cpp';
import csharp from '#highlight/csharp';
import css from '#highlight/css';
import diff from '#highlight/diff';
import dockerfile from '#highlight/dockerfile';
import go from '#highlight/go';
import ini from '#highlight/ini';
import java from '#highlight/java';
import javascript from '#highlight/javascript';
import json from '#highlight/json';
import kotlin from '#highlight/kotlin';
import lua from '#highlight/lua';
import makefile from '#highlight/makefile';
import markdown from '#highlight/markdown';
import php from '#highlight/php';
import powershell from '#highlight/powershell';
import python from '#highlight/python';
import ruby from '#highlight/ruby';
import rust from '#highlight/rust';
import shell from '#highlight/shell';
import sql from '#highlight/sql';
import swift from '#highlight/swift';
import typescript from '#highlight/typescript';
import xml from '#highlight/xml';
import yaml from '#highlight/yaml';

const LANGUAGES = {
  bash,
  c,
  cpp,
  csharp,
  css,
  diff,
  dockerfile,
  go,
  ini,
  java,
  javascript,
  json,
  kotlin,
  lua,
  makefile,
  markdown,
  php,
  powershell,
  python,
  ruby,
  rust,
  shell,
  sql,
  swift,
  typescript,
  xml,
  yaml,
};

for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language);
hljs.registerAliases(['jsonc', 'json5'], { languageName: 'json' });

/** The code as HTML, or nothing where the language is not known. */
export function highlightToHtml(code: string, language: string): string | undefined {
  if (!hljs.getLanguage(language)) return undefined;
  return hljs.highlight(code, { language, ignoreIllegals: true }).value;
}

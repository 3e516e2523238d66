import type { Run } from '@helve/command';
import { permissionsOf, readSettings } from '@helve/settings';

interface Listed {
  mode?: { mode: string; source: string };
  rules: { verdict: 'deny' | 'ask' | 'allow'; rule: string; source: string }[];
  roots: { folders: string[]; source: string }[];
  leftOut: { file: string; what: string[] }[];
}

/** What the settings permit here. */
export const list: Run<object, Listed> = async (_, context) => {
  const { layers, leftOut } = await readSettings(context.place);
  const { mode, rules, roots } = permissionsOf(layers);
  return {
    ...(mode ? { mode } : {}),
    rules: rules.map(({ verdict, text, source }) => ({ verdict, rule: text, source })),
    roots: roots.map(({ folders, source }) => ({ folders: [...folders], source })),
    leftOut: leftOut.map(({ file, what }) => ({ file, what: [...what] })),
  };
};

import { SANDBOX_SETTINGS, type SandboxSetting } from '@helve/policy';
import { brokenAt } from './document.ts';
import type { Layer } from './layers.ts';

/**
 * What the settings say about the sandbox. A file may be overruled by a stronger one, but a project's `auto` does not undo
 * the user's `required`.
 */
export function sandboxOf(
  layers: readonly Layer[],
): { readonly setting: SandboxSetting; readonly source: string } | undefined {
  const said = layers.flatMap(({ file, foreign, document }) => {
    if (foreign || document.sandbox === undefined) return [];
    const setting = SANDBOX_SETTINGS.find((known) => known === document.sandbox);
    if (setting) return [{ setting, source: file }];
    const says = `sandbox cannot be ${JSON.stringify(document.sandbox)}`;
    throw brokenAt(file, ['sandbox'], says, `One of: ${SANDBOX_SETTINGS.join(', ')}.`);
  });
  return said.find(({ setting }) => setting === 'required') ?? said.at(-1);
}

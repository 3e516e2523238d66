import { isTrusted, trust } from './consent.ts';
import { CommandError, type Place } from '@helve/command';
import { changeDocument } from './change.ts';
import type { JsonObject } from './document.ts';
import { environmentOf } from './environment.ts';
import { type Scope, settingsFile } from './settings.ts';
import { checkKeys } from './layers.ts';
import { permissionsOf } from './permissions.ts';
import { reviewDocument } from './trust.ts';

export interface SettingsChange {
  readonly file: string;
  readonly before: JsonObject | undefined;
  readonly after: JsonObject;
  /** Whether what the file says holds: a project's may hold what the user never consented to. */
  readonly trusted: boolean;
}

/**
 * Changes the settings of a scope. A project's file whose content was trusted, or that allowed nothing, stays so:
 * whoever changes it here has said what it shall hold. Nothing is changed when the outcome would not be in order.
 */
export async function changeSettings(
  scope: Scope,
  place: Pick<Place, 'cwd' | 'home'> & { readonly now: () => number },
  change: (document: JsonObject) => JsonObject,
  check: (document: JsonObject, file: string) => void = () => {},
): Promise<SettingsChange> {
  const file = settingsFile(scope, place);
  const verify = (document: JsonObject) => {
    const layer = { scope, file, foreign: false, document };
    checkKeys(scope, file, document);
    permissionsOf([layer]);
    environmentOf([layer]);
    check(document, file);
  };
  const changed = await changeDocument(
    file,
    (document = {}) => {
      const after = change(document);
      try {
        verify(after);
      } catch (thrown) {
        // A file that was broken before has to be fixed first.
        verify(document);
        throw notChanged(thrown, file);
      }
      return after;
    },
    scope === 'project' ? 0o644 : 0o600,
  );
  if (scope === 'user') return { file, ...changed, trusted: true };
  const [before, after] = [reviewDocument(file, changed.before ?? {}), reviewDocument(file, changed.after)];
  const trusted = before.runs.length === 0 || (await isTrusted(place.home, before));
  if (trusted && after.runs.length > 0) await trust(place.home, after, place.now());
  return { file, ...changed, trusted };
}

/** The file is in order: what would be wrong is the change. */
function notChanged(thrown: unknown, file: string): unknown {
  if (!(thrown instanceof CommandError) || thrown.code !== 'INVALID_SETTINGS') return thrown;
  const { message, hint, details } = thrown;
  const what = message.replace(/^.*?settings(?:\.local)?\.json(?::\d+)?: /s, '');
  return new CommandError('INVALID_SETTINGS', `${file} was not changed: ${what}`, {
    hint: hint?.startsWith('Fix the file') ? 'Give another value.' : hint,
    details,
  });
}

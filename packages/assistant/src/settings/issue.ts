import type { CommandError } from '@helve/command';
import { brokenAt, unknownKey } from '@helve/settings';
import type * as v from 'valibot';

/** What a schema found wrong in a file of settings: with the line, and what could stand there instead. */
export function settingsIssue(
  issue: v.BaseIssue<unknown>,
  schema: v.GenericSchema,
  file: string,
  within: readonly string[] = [],
): CommandError {
  const keys = (issue.path ?? []).map(({ key }) => String(key));
  const path = [...within, ...keys];
  const name = path.join('.');
  const [parent, last = ''] = [path.slice(0, -1), path.at(-1)];
  if (issue.type === 'strict_object' && issue.expected === 'never') {
    return unknownKey(file, parent, last, keysAt(schema, keys.slice(0, -1)));
  }
  if (issue.path?.at(-1)?.origin === 'key') return brokenAt(file, parent, `${parent.join('.')} needs ${last}`);
  if (issue.type === 'picklist') {
    const choices = (issue.expected ?? '').replaceAll(/["()]/g, '').split(' | ').join(', ');
    return brokenAt(file, path, `${name} cannot be ${JSON.stringify(issue.input)}`, `One of: ${choices}.`);
  }
  const says = issue.kind === 'schema' ? `must be ${issue.expected} and is ${issue.received}` : issue.message;
  return brokenAt(file, path, `${name} ${says}`);
}

interface AnySchema {
  readonly entries?: Readonly<Record<string, AnySchema>>;
  readonly wrapped?: AnySchema;
  readonly value?: AnySchema;
  readonly item?: AnySchema;
}

/** The keys of the object that a schema expects at a place. */
function keysAt(schema: v.GenericSchema, path: readonly string[]): readonly string[] {
  const unwrap = (wrapped: AnySchema | undefined): AnySchema =>
    wrapped?.wrapped ? unwrap(wrapped.wrapped) : (wrapped ?? {});
  let at = unwrap(schema as AnySchema);
  for (const key of path) at = unwrap(at.entries?.[key] ?? at.value ?? at.item);
  return Object.keys(at.entries ?? {});
}

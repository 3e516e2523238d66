import type { Run } from '@helve/command';
import { isObject } from '@helve/settings';
import { askServer, findKept, type Location, type Position, positionOf, shown, startOf, toLocations } from './ask.ts';
import { findServers } from './find-server.ts';
import type { RawDiagnostic } from './server/workspace.ts';

/** So much of what a server answers is shown. */
const MOST = 200;

export interface Diagnostic {
  line: number;
  column: number;
  severity: 'error' | 'warning' | 'information' | 'hint';
  message: string;
  code?: string;
}

const SEVERITIES = ['error', 'error', 'warning', 'information', 'hint'] as const;

export const diagnostics: Run<
  { readonly path: string; readonly wait: number },
  { path: string; server: string; diagnostics: Diagnostic[]; truncated: boolean; complete: boolean }
> = async ({ path, wait }, context) => {
  const { path: file, server, kept } = await findKept(path, context);
  const begun = performance.now();
  const answer = await kept.use(wait, context.signal, (workspace) =>
    workspace.diagnose(file, Math.max(0, wait - (performance.now() - begun)), context.signal),
  );
  const found = (answer?.found ?? []).map(toDiagnostic).toSorted(byWeight);
  return {
    path: shown(file, context.place),
    server,
    diagnostics: found.slice(0, MOST),
    truncated: found.length > MOST,
    complete: answer?.complete ?? false,
  };
};

function toDiagnostic({ range: { start }, severity = 1, message, code }: RawDiagnostic): Diagnostic {
  return {
    line: start.line + 1,
    column: start.character + 1,
    severity: SEVERITIES[severity] ?? 'error',
    message: message.slice(0, 1_000),
    ...(code === undefined ? {} : { code: String(code) }),
  };
}

function byWeight(one: Diagnostic, other: Diagnostic): number {
  return SEVERITIES.lastIndexOf(one.severity) - SEVERITIES.lastIndexOf(other.severity) || one.line - other.line;
}

type Locations = { locations: Location[]; truncated: boolean };

const located =
  (method: string, more: object = {}): Run<Position, Locations> =>
  async (input, context) => {
    const position = positionOf(input, context.place);
    const answer = await askServer(input.path, context, (workspace, file) =>
      workspace.ask(method, file, { position, ...more }, context.signal),
    );
    const locations = toLocations(answer, context).toSorted(byPlace);
    return { locations: locations.slice(0, MOST), truncated: locations.length > MOST };
  };

function byPlace(one: Location, other: Location): number {
  return one.path === other.path ? one.line - other.line : one.path < other.path ? -1 : 1;
}

export const definition = located('textDocument/definition');
export const references = located('textDocument/references', { context: { includeDeclaration: true } });

export const hover: Run<Position, { text: string }> = async (input, context) => {
  const position = positionOf(input, context.place);
  const answer = await askServer(input.path, context, (workspace, file) =>
    workspace.ask('textDocument/hover', file, { position }, context.signal),
  );
  return { text: textOf(isObject(answer) ? answer.contents : undefined).slice(0, 4_000) };
};

/** Text in any of the forms in which servers give it. */
function textOf(contents: unknown): string {
  if (typeof contents === 'string') return contents;
  if (Array.isArray(contents)) return contents.map(textOf).join('\n');
  return isObject(contents) && typeof contents.value === 'string' ? contents.value : '';
}

export interface CodeSymbol {
  name: string;
  kind: string;
  path: string;
  line: number;
  container?: string;
}

export const symbols: Run<
  { readonly path: string; readonly query?: string | undefined },
  { symbols: CodeSymbol[]; truncated: boolean }
> = async ({ path, query }, context) => {
  const answer = await askServer(path, context, (workspace, file) =>
    query === undefined
      ? workspace.ask('textDocument/documentSymbol', file, {}, context.signal)
      : workspace.search(query, file, context.signal),
  );
  const found = Array.isArray(answer) ? answer.flatMap((each: unknown) => flatten(each)) : [];
  const inPlace = found.flatMap(({ at, ...symbol }): readonly CodeSymbol[] => {
    if (at === undefined) return [{ ...symbol, path }];
    const [location] = toLocations(at, context);
    return location ? [{ ...symbol, path: location.path, line: location.line }] : [];
  });
  return { symbols: inPlace.slice(0, MOST), truncated: inPlace.length > MOST };
};

type Flat = Omit<CodeSymbol, 'path'> & { readonly at?: unknown };

/** Servers give symbols of a file as a tree or as a list, and those of a project with their places. */
function flatten(symbol: unknown, container?: string): readonly Flat[] {
  if (!isObject(symbol) || typeof symbol.name !== 'string') return [];
  const { name, kind, children, location, containerName } = symbol;
  const above = container ?? (typeof containerName === 'string' && containerName !== '' ? containerName : undefined);
  const start = startOf(symbol.selectionRange ?? symbol.range);
  const inside = Array.isArray(children) ? children.flatMap((child: unknown) => flatten(child, name)) : [];
  const own: Flat = {
    name,
    kind: KINDS[Number(kind)] ?? 'symbol',
    line: (start?.line ?? 0) + 1,
    ...(above === undefined ? {} : { container: above }),
    ...(location === undefined ? {} : { at: location }),
  };
  return [own, ...inside];
}

const KINDS =
  'symbol file module namespace package class method property field constructor enum interface function variable constant string number boolean array object key null member struct event operator parameter'.split(
    ' ',
  );

export const servers: Run<
  object,
  { servers: { name: string; command: string; source: string; extensions: string[] }[] }
> = async (_, { place }) => ({
  servers: (await findServers(place)).map(({ name, command, args, source, languages }) => ({
    name,
    command: [command, ...args].join(' '),
    source,
    extensions: Object.keys(languages),
  })),
});

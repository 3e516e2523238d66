import { dirname, join, resolve } from 'node:path';
import { readTextIfAny } from '@helve/command';
import type { Place } from '@helve/command';
import { isTrusted, readDocument } from '@helve/settings';
import { isObject, isText, type JsonObject } from '../json.ts';
import { findProject } from '../mcp/project.ts';
import { type ReadConfig, readConfig } from './config.ts';
import { type CallTemplate, manualName } from './manual-format.ts';

export type Where = Place;

export type Scope = 'user' | 'project';

/** A manual that is registered, whether it could be read or not. */
export interface ConfiguredManual {
  readonly name: string;
  readonly scope: Scope;
  /** The file that it stands in. */
  readonly source: string;
  /** Whether the user lets it run programs and reach servers. */
  readonly trusted: boolean;
  readonly template: CallTemplate;
}

export interface Configured {
  readonly manuals: readonly ConfiguredManual[];
  /** Also those that stand behind another of the same name. */
  readonly all: readonly ConfiguredManual[];
  /** Variables, loaders and the rest of all files that are trusted. */
  readonly config: ReadConfig;
  /** The project that the caller stands in. */
  readonly folder: string;
  /** Its config: the file that is there, or would be. */
  readonly projectFile: string;
}

/** The name that other UTCP tools give it. */
export const PROJECT_CONFIG = '.utcp_config.json';

/** The user's own config. */
export function userConfigFile({ cwd, env, home }: Where): string {
  return env.UTCP_CONFIG_FILE ? resolve(cwd, env.UTCP_CONFIG_FILE) : join(home, 'utcp_config.json');
}

/** The manuals of the user and of the project. What a checkout brings cannot take the place of what the user chose. */
export async function configuredManuals(where: Where): Promise<Configured> {
  const { folder, file } = await findProject(where.cwd, PROJECT_CONFIG);
  const own = userConfigFile(where);
  const user = await readFileConfig(own, dirname(own));
  const project = file === undefined ? undefined : await readFileConfig(file, folder);
  const trusted =
    project !== undefined &&
    (await isTrusted(where.home, {
      path: project.file,
      content: await executablePart(project.document, folder),
    }));
  const ours = user ? manualsOf(user, 'user', true) : [];
  const theirs = project ? manualsOf(project, 'project', trusted) : [];
  const read = [...(user ? [user.config] : []), ...(project && trusted ? [project.config] : [])];
  return {
    folder,
    projectFile: file ?? join(folder, PROJECT_CONFIG),
    manuals: withoutTwins([...ours, ...theirs]),
    all: [...ours, ...theirs],
    config: {
      variables: Object.assign({}, ...read.map(({ variables }) => variables).toReversed()),
      loaders: read.flatMap(({ loaders }) => loaders),
      postProcessors: read.flatMap(({ postProcessors }) => postProcessors),
      templates: [],
      warnings: [...read.flatMap(({ warnings }) => warnings), ...[ours, theirs].flatMap(twinsIn)],
    },
  };
}

/** Of several that have one name the first. */
function withoutTwins(manuals: readonly ConfiguredManual[]): readonly ConfiguredManual[] {
  return manuals.filter((manual, index) => manuals.findIndex(({ name }) => name === manual.name) === index);
}

function twinsIn(manuals: readonly ConfiguredManual[]): readonly string[] {
  const first = new Set(withoutTwins(manuals));
  return manuals
    .filter((manual) => !first.has(manual))
    .map(({ name, source }) => `${source}: there are several manuals ${name}, of which only the first is used`);
}

/** What the user consents to when they trust a project's config: also the manuals in files of the project that it names. */
export async function executablePart(document: JsonObject, folder: string): Promise<string> {
  const files = await Promise.all(templatesOf(document).map((template) => fileOfManual(template, folder)));
  return JSON.stringify([document, ...files.filter((text) => text !== undefined)]);
}

/** The text of a manual that is a file of the project, where a template names one. */
export async function fileOfManual(template: unknown, folder: string): Promise<string | undefined> {
  if (!isObject(template) || template.call_template_type !== 'file' || !isText(template.file_path)) return undefined;
  return readTextIfAny(resolve(folder, template.file_path)) ?? '';
}

interface FileConfig {
  readonly file: string;
  readonly document: JsonObject;
  readonly config: ReadConfig;
}

async function readFileConfig(file: string, root: string): Promise<FileConfig | undefined> {
  const document = readDocument(file);
  if (!isObject(document)) return undefined;
  return { file, document, config: readConfig(document, file, root) };
}

function manualsOf({ file, config }: FileConfig, scope: Scope, trusted: boolean): readonly ConfiguredManual[] {
  return config.templates.map((template, index) => ({
    name: nameOf(template, index),
    scope,
    source: file,
    trusted,
    template,
  }));
}

/** The name of a template by its place in its file. */
export function nameOf(template: unknown, index: number): string {
  return manualName(isObject(template) && isText(template.name) ? template.name : `manual_${index + 1}`);
}

export function templatesOf(document: JsonObject | undefined): readonly unknown[] {
  const { manual_call_templates: templates } = document ?? {};
  return Array.isArray(templates) ? templates : [];
}

/** A project's file is for everybody who works on it; the user's may hold what only they should know. */
export function modeOf(scope: Scope): number {
  return scope === 'project' ? 0o644 : 0o600;
}

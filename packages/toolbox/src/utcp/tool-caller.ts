import { CommandError, resolvePath, throwIfAborted, toCommandError } from '@helve/command';
import {
  type CallTemplate,
  type Manual,
  manualName,
  protocolsFor,
  splitToolName,
  type UtcpTool,
} from './manual-format.ts';
import { asTemplate, type ReadConfig } from './config.ts';
import { Mask } from './cli/mask.ts';
import { remembered } from './manual-cache.ts';
import { masked, withMask } from './masked.ts';
import type { CallEvent, Host, ToolResult } from './protocol.ts';
import type { Protocols } from './protocols.ts';
import { type FoundTool, type RegisteredManual, Repository } from './repository.ts';
import type { SearchOptions } from './rank-tools.ts';
import { fillIn, missingVariables, onlyNamespaced, type VariableSources } from './variables.ts';

/** What became of a registration. */
export interface Registration {
  readonly manualCallTemplate: CallTemplate;
  readonly manual: Manual;
  readonly success: boolean;
  readonly errors: readonly string[];
}

export interface CallOptions {
  /** The arguments fit the tool's schema and have its defaults. */
  readonly checked?: boolean;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: CallEvent) => void;
}

/** Registers manuals and calls their tools, by the one path that every caller of UTCP tools takes. */
export class ToolCaller {
  readonly #config: ReadConfig;
  readonly #protocols: Protocols;
  readonly #host: Host;
  readonly #repository = new Repository();
  /** Why manuals that should be there are not. */
  readonly #failed = new Map<string, CommandError>();

  constructor(config: ReadConfig, protocols: Protocols, host: Host) {
    this.#config = config;
    this.#protocols = protocols;
    this.#host = host;
  }

  get manuals(): readonly RegisteredManual[] {
    return this.#repository.manuals;
  }

  /** Registers the manuals of the config. One that fails does not disturb the others. */
  async registerConfigured(): Promise<readonly Registration[]> {
    return Promise.all(
      this.#config.templates.map(async (template, index) => {
        const name = template.name ?? `manual_${index + 1}`;
        try {
          return await this.register({ ...template, name });
        } catch (thrown) {
          const error = toCommandError(thrown);
          this.fail(manualName(name), error);
          return { manualCallTemplate: template, manual: EMPTY, success: false, errors: [error.message] };
        }
      }),
    );
  }

  /**
   * Reads the manual of a template and takes its tools in. Throws where there is none. Programs that find it are confined.
   * With `checked`, tools whose schemas cannot be read are left out; else they are refused when they are called.
   */
  async register(
    given: CallTemplate,
    {
      checked = false,
      confinement = this.#host.confinement,
    }: { readonly checked?: boolean; readonly confinement?: Host['confinement'] } = {},
  ): Promise<Registration> {
    const template = asTemplate(given, 'the template', 'the manual');
    const name = manualName(template.name ?? '');
    if (this.#repository.has(name)) {
      throw new CommandError('ALREADY_EXISTS', `There is a manual ${name} already`, {
        hint: 'Give the new one another name, or deregister the old one first.',
      });
    }
    const protocol = await this.#protocols.get(template.call_template_type);
    const only = protocol.toolOf?.(template);
    const manual = only ? { ...EMPTY, tools: [only] } : await this.#discover({ ...template, name }, confinement);
    const { readable, problems } = checked ? await withReadableSchemas(manual) : { readable: manual, problems: [] };
    const registration = this.adopt(name, template, readable, only);
    return { ...registration, errors: [...problems, ...registration.errors] };
  }

  /** Takes in a manual that was read before. */
  adopt(name: string, template: CallTemplate, manual: Manual, only?: UtcpTool): Registration {
    const allowed = protocolsFor(template);
    const [tools, refused] = divide(manual.tools, (tool) => allowed.has(tool.tool_call_template.call_template_type));
    // The same list stays the same object, by which an index of it is known.
    const kept = refused.length === 0 ? manual : { ...manual, tools };
    this.#repository.add({ name, template: { ...template, name }, manual: kept, only });
    this.#failed.delete(name);
    return {
      manualCallTemplate: template,
      manual: kept,
      success: true,
      errors: refused.map(
        ({ name: tool, tool_call_template: { call_template_type: type } }) =>
          `${name}.${tool} was left out: a manual found by ${template.call_template_type} may not bring ${type} tools unless allowed_communication_protocols names ${type}: allow it when you register the manual`,
      ),
    };
  }

  /** Remembers why a manual is not there, for those who ask for its tools. */
  fail(name: string, error: CommandError): void {
    this.#failed.set(name, error);
  }

  /** Whether the tools of a manual are known from its template, or from a file here: reading them reaches nothing. */
  async isAtHand(template: CallTemplate): Promise<boolean> {
    const { call_template_type: type } = template;
    if (type === 'text' || type === 'file') return true;
    return (await this.#protocols.get(type)).toolOf?.(template) !== undefined;
  }

  /** Why a manual that should be there is not. */
  problemOf(name: string): CommandError | undefined {
    return this.#failed.get(name);
  }

  warn(message: string): void {
    this.#host.warn(message);
  }

  deregister(name: string): boolean {
    this.#failed.delete(name);
    return this.#repository.remove(name);
  }

  find(fullName: string): FoundTool {
    try {
      return this.#repository.find(fullName);
    } catch (thrown) {
      const [manual] = splitToolName(fullName);
      throw this.#failed.get(manual) ?? thrown;
    }
  }

  search(query: string, options?: SearchOptions): readonly FoundTool[] {
    return this.#repository.search(query, options);
  }

  /** The arguments as the tool will get them. Throws for those that its schema does not allow. */
  async check(fullName: string, args: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>> {
    const { checkArguments } = await import('../check-arguments.ts');
    return checkArguments(fullName, this.find(fullName).tool.inputs, args).args;
  }

  async call(
    fullName: string,
    given: Readonly<Record<string, unknown>>,
    options: CallOptions = {},
  ): Promise<ToolResult> {
    const { registered, tool } = this.find(fullName);
    const { call_template_type: type } = tool.tool_call_template;
    if (!protocolsFor(registered.template).has(type)) {
      throw new CommandError('PERMISSION_DENIED', `${fullName} may not be called by ${type}`, {
        hint: `Add ${type} to allowed_communication_protocols of ${registered.name} if you trust it.`,
      });
    }
    const args = options.checked ? given : await this.check(fullName, given);
    const secrets: Record<string, string> = {};
    const sources = this.#sourcesFor(registered);
    const template = await fillIn(tool.tool_call_template, registered.name, sources, secrets);
    const mask = new Mask({}, secrets);
    const protocol = await this.#protocols.get(type);
    const signal = options.signal ? AbortSignal.any([options.signal, this.#host.signal]) : this.#host.signal;
    throwIfAborted(signal);
    const { timeoutMs, onEvent } = options;
    const result = await withMask(mask, { ...this.#host, signal }, (host) =>
      protocol.call(
        {
          manualName: registered.name,
          tool,
          template,
          secrets,
          args,
          ...(timeoutMs === undefined ? {} : { timeoutMs }),
          ...(onEvent ? { onEvent } : {}),
        },
        host,
      ),
    );
    const detail = result.detail && (masked(result.detail, mask) as NonNullable<ToolResult['detail']>);
    const value = this.#config.postProcessors.reduce((value, process) => process(value, fullName), result.value);
    return { ...result, value, ...(detail ? { detail } : {}) };
  }

  /** Variables that a manual or its tools need and nothing has a value for; only those of one tool, if it is given. */
  async missingVariables(name: string, only?: UtcpTool): Promise<readonly string[]> {
    const registered = this.manuals.find((manual) => manual.name === name);
    if (!registered) return [];
    const sources = this.#sourcesFor(registered);
    const tools = only ? [only] : registered.manual.tools;
    const templates = [...(only ? [] : [registered.template]), ...tools.map((tool) => tool.tool_call_template)];
    const missing = await Promise.all(templates.map((template) => missingVariables(template, name, sources)));
    return [...new Set(missing.flat())];
  }

  close(): Promise<void> {
    return this.#protocols.close();
  }

  async #discover(
    template: CallTemplate & { readonly name: string },
    confinement: Host['confinement'],
  ): Promise<Manual> {
    const secrets: Record<string, string> = {};
    const filled = await fillIn(template, manualName(template.name), this.#sources(), secrets);
    const protocol = await this.#protocols.get(template.call_template_type);
    const warn = (message: string) => this.#host.warn(`${template.name}: ${message}`);
    const read = () =>
      withMask(new Mask({}, secrets), { ...this.#host, confinement, warn }, (host) => protocol.discover(filled, host));
    const version = await versionOf(filled, this.#host);
    return version === undefined ? read() : remembered(version, read);
  }

  #sources(): VariableSources {
    return { variables: this.#config.variables, loaders: this.#config.loaders, env: this.#host.env };
  }

  /** A manual that came from elsewhere may not name variables of ours that were not meant for it. */
  #sourcesFor({ name, template, only }: RegisteredManual): VariableSources {
    const own = only !== undefined || OWN.has(template.call_template_type);
    return own ? this.#sources() : onlyNamespaced(this.#sources(), name);
  }
}

/** What a manual in a text or a file can be known by, as long as it stays the same. */
async function versionOf(template: CallTemplate, { root, env, allow }: Host): Promise<string | undefined> {
  const { call_template_type: type, file_path: path } = template;
  const key = JSON.stringify([template, root, allow]);
  if (type === 'text') return key;
  if (type !== 'file' || typeof path !== 'string') return undefined;
  const { stat } = await import('node:fs/promises');
  const found = await stat(resolvePath({ cwd: root, env }, path)).catch(() => undefined);
  return found && `${key} ${found.mtimeMs} ${found.size}`;
}

/** Their manuals stand in the config, or beside it. */
const OWN: ReadonlySet<string> = new Set(['text', 'file', 'direct-call', 'mcp']);

/** A tool whose arguments could not be checked is left out. */
async function withReadableSchemas(
  manual: Manual,
): Promise<{ readonly readable: Manual; readonly problems: readonly string[] }> {
  const { showUnreadable, unreadablePart } = await import('../check-arguments.ts');
  const problems: string[] = [];
  const tools = manual.tools.filter(({ name, inputs }, index) => {
    const bad = unreadablePart(inputs);
    if (bad) {
      const at = bad.at === '' ? 'inputs' : `inputs.${bad.at}`;
      problems.push(
        `${name} was left out: its schema cannot be read (tools[${index}].${showUnreadable({ ...bad, at })})`,
      );
    }
    return !bad;
  });
  return { readable: problems.length === 0 ? manual : { ...manual, tools }, problems };
}

const EMPTY: Manual = { utcp_version: '1.0.0', manual_version: '1.0.0', tools: [] };

function divide<Item>(items: readonly Item[], fits: (item: Item) => boolean): readonly [Item[], Item[]] {
  return [items.filter(fits), items.filter((item) => !fits(item))];
}

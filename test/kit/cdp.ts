import type { Readable, Writable } from 'node:stream';

type Params = Readonly<Record<string, unknown>>;

interface Message {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

export interface TargetInfo {
  readonly targetId: string;
  readonly type: string;
  readonly url: string;
}

/** The DevTools protocol on a pipe, for what a person would do in the browser and for what goes wrong there. */
export class Cdp {
  readonly #output: Writable;
  readonly #waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  #last = 0;

  constructor(output: Writable, input: Readable) {
    this.#output = output;
    let rest = '';
    input.setEncoding('utf8').on('data', (text: string) => {
      const messages = (rest + text).split('\0');
      rest = messages.pop() ?? '';
      for (const message of messages) this.#receive(JSON.parse(message) as Message);
    });
    const end = () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('The browser is gone'));
      this.#waiting.clear();
    };
    input.on('close', end).on('error', end);
    output.on('error', end);
  }

  send<Result>(method: string, params: Params = {}, sessionId?: string): Promise<Result> {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
      this.#output.write(`${JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) })}\0`);
    });
  }

  async targets(): Promise<readonly TargetInfo[]> {
    return (await this.send<{ targetInfos: readonly TargetInfo[] }>('Target.getTargets')).targetInfos;
  }

  /** Opens a page as a person would, in the foreground. */
  async open(url: string): Promise<CdpPage> {
    const { targetId } = await this.send<TargetInfo>('Target.createTarget', { url });
    return this.attach(targetId);
  }

  async attach(targetId: string): Promise<CdpPage> {
    const { sessionId } = await this.send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true });
    return new CdpPage(this, targetId, sessionId);
  }

  #receive({ id, result, error }: Message): void {
    const waiting = id === undefined ? undefined : this.#waiting.get(id);
    if (!waiting || id === undefined) return;
    this.#waiting.delete(id);
    if (error) waiting.reject(new Error(error.message));
    else waiting.resolve(result);
  }
}

/** A page, used with mouse and keyboard. */
export class CdpPage {
  constructor(
    readonly cdp: Cdp,
    readonly targetId: string,
    readonly sessionId: string,
  ) {}

  async evaluate<Value>(expression: string): Promise<Value> {
    const { result, exceptionDetails } = await this.cdp.send<{
      result: { value: Value };
      exceptionDetails?: { exception?: { description?: string } };
    }>('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true }, this.sessionId);
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? 'It threw');
    return result.value;
  }

  async click(selector: string): Promise<void> {
    const { x, y } = await this.evaluate<{ x: number; y: number }>(
      `(() => { const r = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect(); return { x: r.x + r.width / 2, y: r.y + r.height / 2 }; })()`,
    );
    for (const type of ['mousePressed', 'mouseReleased']) {
      await this.cdp.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 }, this.sessionId);
    }
  }

  /** Types into a field, in place of what is there. */
  async type(selector: string, text: string): Promise<void> {
    await this.evaluate(`document.querySelector(${JSON.stringify(selector)}).select()`);
    await this.cdp.send('Input.insertText', { text }, this.sessionId);
  }

  async detach(): Promise<void> {
    await this.cdp.send('Target.detachFromTarget', { sessionId: this.sessionId });
  }

  async close(): Promise<void> {
    await this.cdp.send('Target.closeTarget', { targetId: this.targetId });
  }
}

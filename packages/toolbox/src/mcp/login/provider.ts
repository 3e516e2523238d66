import type {
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import { call, CommandError, worded } from '@helve/command';
import { type Credentials, readCredentials, writeCredentials } from './credentials.ts';

export interface ProviderOptions {
  readonly credentials: Credentials;
  /** Called when there are new tokens. */
  readonly save: (credentials: Credentials) => Promise<void>;
  readonly redirectUrl: string;
  readonly state?: string;
  /** Called when the user must go to an address to log in. */
  readonly redirect: (url: URL) => void;
}

/** What the SDK asks for while it gets tokens and uses them. */
export class Provider implements OAuthClientProvider {
  readonly #options: ProviderOptions;
  readonly redirectUrl: string;
  readonly state?: () => string;
  #credentials: Credentials;
  #verifier = '';

  constructor(options: ProviderOptions) {
    this.#options = options;
    this.#credentials = options.credentials;
    this.redirectUrl = options.redirectUrl;
    const { state } = options;
    if (state !== undefined) this.state = () => state;
  }

  get clientMetadata(): OAuthClientMetadata {
    return {
      client_name: 'helve',
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    };
  }

  clientInformation(): StoredOAuthClientInformation | undefined {
    return this.#credentials.client as StoredOAuthClientInformation | undefined;
  }

  saveClientInformation(client: StoredOAuthClientInformation): void {
    this.#credentials = { ...this.#credentials, client };
  }

  tokens(): StoredOAuthTokens | undefined {
    return this.#credentials.tokens as StoredOAuthTokens | undefined;
  }

  async saveTokens(tokens: StoredOAuthTokens): Promise<void> {
    this.#credentials = { ...this.#credentials, tokens };
    await this.#options.save(this.#credentials);
  }

  redirectToAuthorization(url: URL): void {
    this.#options.redirect(url);
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  saveDiscoveryState(discovery: OAuthDiscoveryState): void {
    this.#credentials = { ...this.#credentials, discovery };
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#credentials.discovery as OAuthDiscoveryState | undefined;
  }
}

/** The provider of a server that was logged in to; it renews tokens, and asks nobody. */
export async function storedProvider(home: string, name: string, url: string): Promise<Provider | undefined> {
  const credentials = await readCredentials(home, url);
  if (credentials.tokens === undefined) return undefined;
  return new Provider({
    credentials,
    save: (changed) => writeCredentials(home, url, changed),
    redirectUrl: 'http://127.0.0.1/callback',
    redirect: () => {
      throw new CommandError('AUTH_REQUIRED', `The login to the MCP server ${name} has expired`, {
        hint: worded`Log in again: ${call('mcp login', { toolbox: name })}`,
        details: { server: name },
      });
    },
  });
}

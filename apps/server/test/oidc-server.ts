import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Provider } from 'oidc-provider';

export const OIDC_CLIENT = { id: 'stridewell', secret: 'a-secret-of-the-client-at-the-provider' };

/** A person at the provider. */
export type OidcPerson = { sub: string; email: string; email_verified: boolean; name: string };

type Context = { oidc: { client: { clientId: string }; session: { accountId: string }; provider: Provider } };

/** An OpenID Connect provider on this machine, which runs the package that others certify against. */
export class OidcServer {
  /** The person who signs in there, without being asked. Null: they refuse. */
  person: OidcPerson | null = null;
  /** Status that the token endpoint answers with, in place of tokens. */
  tokenStatus: number | null = null;
  /** Status that every endpoint answers with. */
  status: number | null = null;
  readonly #people = new Map<string, OidcPerson>();
  #provider: Provider | undefined;
  readonly #server: Server = createServer((request, response) => void this.#serve(request, response));

  async start(redirectUris: readonly string[]): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the provider has no port');
    const issuer = `http://127.0.0.1:${address.port}`;
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    this.#provider = new Provider(issuer, {
      clients: [
        {
          client_id: OIDC_CLIENT.id,
          client_secret: OIDC_CLIENT.secret,
          redirect_uris: redirectUris,
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'test', alg: 'RS256', use: 'sig' }] },
      cookies: { keys: [randomUUID()] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      conformIdTokenClaims: false,
      features: { devInteractions: { enabled: false } },
      pkce: { required: () => true },
      interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      findAccount: (_: unknown, accountId: string) => ({ accountId, claims: () => this.#people.get(accountId) }),
      async loadExistingGrant({ oidc: { client, session, provider } }: Context) {
        const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
    });
    return issuer;
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  /** Follows the person through the provider. @returns the address of our callback */
  async visit(url: string): Promise<URL> {
    const cookies = new Map<string, string>();
    let at = new URL(url);
    for (let step = 0; step < 8; step += 1) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(at, { redirect: 'manual', headers: { cookie } });
      for (const set of answer.headers.getSetCookie()) {
        const [name = '', value = ''] = (set.split(';')[0] ?? '').split('=');
        cookies.set(name, value);
      }
      const location = answer.headers.get('location');
      if (!location) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`);
      const next = new URL(location, at);
      if (next.origin !== at.origin) return next;
      at = next;
    }
    throw new Error('the provider leads in a circle');
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const provider = this.#provider;
    const failure = request.url?.startsWith('/token') ? (this.tokenStatus ?? this.status) : this.status;
    if (!provider || failure !== null) {
      response.writeHead(failure ?? 503).end('{}');
      return;
    }
    if (!request.url?.startsWith('/interaction/')) return provider.callback()(request, response);
    const { person } = this;
    if (person) this.#people.set(person.sub, person);
    const result = person ? { login: { accountId: person.sub } } : { error: 'access_denied' };
    await provider.interactionFinished(request, response, result);
  }
}

/** A person of the provider without an account here. */
export const anOidcPerson = (changes: Partial<OidcPerson> = {}): OidcPerson => {
  const sub = randomUUID();
  return { sub, email: `${sub.slice(0, 8)}@example.com`, email_verified: true, name: 'Robin Lee', ...changes };
};

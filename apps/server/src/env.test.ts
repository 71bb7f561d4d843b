import { describe, expect, it } from 'vitest';
import { chooseProductionBuilds, EnvError, readEnv, readServerEnv } from './env.ts';

const SECRET = 'a-secret-of-more-than-thirty-two-characters';

describe('demo mode', () => {
  it.each([
    [{}, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ APP_URL: 'https://coach.example.com' }, false],
    [{ DATABASE_URL: 'postgres://db/x', AUTH_SECRET: SECRET }, false],
    [{ DEMO: 'false' }, false],
    [{ HOST: '0.0.0.0', DEMO: 'true' }, true],
  ])('with %o is %s', (variables, demo) => {
    expect(readEnv(variables).demo).toBe(demo);
  });

  it('warns when it is turned on for a public address', () => {
    expect(readEnv({ HOST: '0.0.0.0', DEMO: 'true' }).demoInPublic).toBe(true);
    expect(readEnv({}).demoInPublic).toBe(false);
  });

  it('approves coaches on the free plan unless told otherwise', () => {
    expect(readEnv({}).autoApproveBase).toBe(true);
    expect(readEnv({ AUTO_APPROVE_BASE: 'false' }).autoApproveBase).toBe(false);
    expect(readEnv({ DEMO: 'false' }).autoApproveBase).toBe(false);
  });
});

describe('the environment', () => {
  it('takes an empty value for an unset one', () => {
    expect(readEnv({ DATABASE_URL: '', PORT: '', APP_URL: '' })).toMatchObject({
      PORT: 3000,
      appUrl: 'http://localhost:3000',
    });
  });

  it.each([
    [undefined, undefined],
    ['false', undefined],
    ['1', 1],
    ['loopback', ['127.0.0.0/8', '::1/128']],
    ['10.1.0.0/16, 192.168.1.7', ['10.1.0.0/16', '192.168.1.7']],
  ])('trusts with TRUST_PROXY=%s the proxies %j', (TRUST_PROXY, trusted) => {
    expect(readEnv({ TRUST_PROXY }).TRUST_PROXY).toEqual(trusted);
  });

  it('suggests an alternative to TRUST_PROXY=true, which would trust every caller', () => {
    expect(() => readEnv({ TRUST_PROXY: 'true' })).toThrow(
      'TRUST_PROXY: "true" would trust every caller: write the number of proxies in front (1), or their addresses',
    );
  });

  it('reads where domains of coaches lead', () => {
    const variables = { DOMAIN_TARGET: 'Clients.Example.com.', DOMAIN_ADDRESSES: '192.0.2.10, 2001:DB8::10' };
    expect(readEnv(variables)).toMatchObject({
      DOMAIN_TARGET: 'clients.example.com',
      DOMAIN_ADDRESSES: ['192.0.2.10', '2001:db8::10'],
    });
  });

  it('reads the name of the SPF record in lower case', () => {
    const variables = { DOMAIN_TARGET: 'x.example', MAIL_SPF_INCLUDE: ' _SPF.Example.com' };
    expect(readEnv(variables).MAIL_SPF_INCLUDE).toBe('_spf.example.com');
  });

  it('reads lists regardless of case and spaces', () => {
    expect(readEnv({ OPERATOR_EMAILS: ' A@Example.com, ,b@example.com' }).OPERATOR_EMAILS).toEqual([
      'a@example.com',
      'b@example.com',
    ]);
  });

  it.each([
    [{ PORT: '70000' }, 'PORT'],
    [{ APP_ROLE: 'boss' }, 'APP_ROLE'],
    [{ DOMAIN_TARGET: '192.0.2.10' }, 'DOMAIN_TARGET'],
    [{ DOMAIN_TARGET: 'https://x.example/path' }, 'DOMAIN_TARGET'],
    [{ DOMAIN_TARGET: 'x.example', DOMAIN_ADDRESSES: '192.0.2.10,x' }, 'DOMAIN_ADDRESSES'],
    [{ DOMAIN_ADDRESSES: '192.0.2.10' }, 'DOMAIN_TARGET'],
    [{ MAIL_SPF_INCLUDE: '_spf.x.example' }, 'DOMAIN_TARGET'],
    [{ MAIL_SPF_INCLUDE: 'include:x.example', DOMAIN_TARGET: 'x.example' }, 'MAIL_SPF_INCLUDE'],
    [{ MAIL_SPF_INCLUDE: '192.0.2.1', DOMAIN_TARGET: 'x.example' }, 'MAIL_SPF_INCLUDE'],
    [{ GOOGLE_CALENDAR_CLIENT_ID: 'x' }, 'GOOGLE_CALENDAR_CLIENT_SECRET'],
    [{ MICROSOFT_CLIENT_SECRET: 'x' }, 'MICROSOFT_CLIENT_ID'],
    [{ MICROSOFT_URL: 'ftp://x.example' }, 'MICROSOFT_URL'],
    [{ DNS_SERVERS: 'dns.example' }, 'DNS_SERVERS'],
    [{ DNS_SERVERS: '192.0.2.53,1.2.3.4:x' }, 'DNS_SERVERS'],
    [{ TLS_ASK_PORT: '0' }, 'TLS_ASK_PORT'],
    [{ DEMO: 'yes' }, 'DEMO'],
    [{ DATABASE_URL: 'postgres://db/x' }, 'AUTH_SECRET'],
    [{ AUTH_SECRET: 'short' }, 'AUTH_SECRET'],
    [{ VAPID_PUBLIC_KEY: 'A'.repeat(87) }, 'VAPID_PRIVATE_KEY'],
    [{ VAPID_PRIVATE_KEY: 'A'.repeat(43) }, 'VAPID_PUBLIC_KEY'],
    [{ VAPID_PUBLIC_KEY: 'short', VAPID_PRIVATE_KEY: 'A'.repeat(43) }, 'VAPID_PUBLIC_KEY'],
    [{ VAPID_SUBJECT: 'http://example.com' }, 'VAPID_SUBJECT'],
  ])('refuses %o and names the variable', (variables, name) => {
    expect(() => readEnv(variables)).toThrow(name);
  });
});

describe('a server', () => {
  const real = {
    STRIPE_SECRET_KEY: 'sk',
    STRIPE_PUBLISHABLE_KEY: 'pk',
    STRIPE_WEBHOOK_SECRET: 'whsec',
    SMTP_URL: 'smtp://mail.example.com',
  };

  it.each<Record<string, string>>([
    {},
    { DEMO: 'true', HOST: '0.0.0.0' },
    { DEMO: 'false', ...real },
    { DEMO: 'false', ALLOW_SANDBOX_PAYMENTS: 'true', ALLOW_MAIL_OUTBOX: 'true' },
    { DATABASE_URL: 'postgres://db/x', AUTH_SECRET: SECRET, ...real },
  ])('starts with %o', (variables) => {
    expect(readServerEnv(variables)).toMatchObject({ PORT: 3000 });
  });

  const PAYMENTS =
    'STRIPE_SECRET_KEY: without it plans are sold for test cards. Set the keys of Stripe, or ALLOW_SANDBOX_PAYMENTS=true.';
  const MAIL = 'SMTP_URL: without it mail is stored and never sent. Set a mail server, or ALLOW_MAIL_OUTBOX=true.';

  it.each<[Record<string, string>, string[]]>([
    [{ DEMO: 'false' }, [PAYMENTS, MAIL]],
    [{ HOST: '0.0.0.0' }, [PAYMENTS, MAIL]],
    [{ DEMO: 'false', ALLOW_SANDBOX_PAYMENTS: 'true', ALLOW_MAIL_OUTBOX: 'false' }, [MAIL]],
    [{ DEMO: 'false', ...real, STRIPE_SECRET_KEY: '' }, [PAYMENTS]],
    [
      { DATABASE_URL: 'postgres://db/x', PORT: 'eighty', DEMO_AVAILABILITY: 'never', AI_MODEL: 'x', ...real },
      [
        'PORT: Invalid input: expected number, received NaN',
        'AUTH_SECRET: required with DATABASE_URL',
        'AI_PROVIDER: required with AI_MODEL, AI_API_KEY or AI_BASE_URL',
        expect.stringMatching(/^DEMO_AVAILABILITY: /),
      ],
    ],
  ])('refuses to start with %o, with all problems at once', (variables, problems) => {
    const read = () => readServerEnv(variables);
    expect(read).toThrow(EnvError);
    expect(linesOf(read).slice(1)).toEqual(problems);
  });
});

function linesOf(read: () => unknown): string[] {
  try {
    read();
  } catch (error) {
    if (error instanceof EnvError) return error.message.split('\n').map((line) => line.trim());
    throw error;
  }
  return [];
}

describe('the language model', () => {
  it('is off unless a provider is named', () => {
    expect(readEnv({})).toMatchObject({ ai: null, aiMonthlyMicros: 5_000_000 });
  });

  it('takes what its provider needs', () => {
    const openai = { AI_PROVIDER: 'openai', AI_MODEL: 'gpt-5-mini', AI_API_KEY: 'key', AI_MONTHLY_DOLLARS: '0.5' };
    expect(readEnv(openai)).toMatchObject({
      ai: { provider: 'openai', model: 'gpt-5-mini', apiKey: 'key', baseUrl: undefined, timeoutMs: 60_000 },
      aiMonthlyMicros: 500_000,
    });
    const own = { AI_PROVIDER: 'compatible', AI_MODEL: 'llama', AI_BASE_URL: 'http://127.0.0.1:11434/v1' };
    expect(readEnv(own).ai).toMatchObject({ provider: 'compatible', apiKey: undefined });
  });

  it.each<[string, Record<string, string>]>([
    ['AI_PROVIDER', { AI_MODEL: 'gpt-5-mini' }],
    ['AI_PROVIDER', { AI_PROVIDER: 'magic', AI_MODEL: 'x' }],
    ['AI_MODEL', { AI_PROVIDER: 'openai', AI_API_KEY: 'key' }],
    ['AI_API_KEY', { AI_PROVIDER: 'anthropic', AI_MODEL: 'claude-haiku' }],
    ['AI_BASE_URL', { AI_PROVIDER: 'compatible', AI_MODEL: 'llama' }],
    ['AI_BASE_URL', { AI_PROVIDER: 'compatible', AI_MODEL: 'llama', AI_BASE_URL: 'file:///etc/passwd' }],
    ['AI_TIMEOUT_SECONDS', { AI_TIMEOUT_SECONDS: '0' }],
    ['AI_MONTHLY_DOLLARS', { AI_MONTHLY_DOLLARS: '-1' }],
  ])('names %s when it is wrong', (name, variables) => {
    expect(() => readEnv(variables)).toThrow(name);
  });
});

describe('services that people sign in with or connect', () => {
  const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
  const oidc = { OIDC_ISSUER: 'https://id.studio.example', OIDC_CLIENT_ID: 'us', OIDC_CLIENT_SECRET: 'secret' };
  const sms = { SMS_URL: 'https://sms.example.com/messages', SMS_TOKEN: 'token', SMS_FROM: 'Studio' };

  it('are off unless they are configured', () => {
    expect(readEnv({})).toMatchObject({ providers: [], sms: null, hubspot: null });
  });

  it('take what their services need', () => {
    const { providers, sms: texts } = readEnv({ ...google, ...oidc, ...sms, OIDC_NAME: 'Studio ID' });
    expect(providers).toEqual([
      {
        id: 'google',
        name: 'Google',
        issuer: 'https://accounts.google.com',
        clientId: 'id',
        clientSecret: 'secret',
      },
      { id: 'oidc', name: 'Studio ID', issuer: oidc.OIDC_ISSUER, clientId: 'us', clientSecret: 'secret' },
    ]);
    expect(readEnv({ HUBSPOT_CLIENT_ID: 'id', HUBSPOT_CLIENT_SECRET: 'secret' }).hubspot).toEqual({
      clientId: 'id',
      clientSecret: 'secret',
      url: 'https://api.hubapi.com',
    });
    expect(texts).toEqual({ url: sms.SMS_URL, token: 'token', from: 'Studio', format: 'json' });
  });

  it.each<[string, Record<string, string>]>([
    ['GOOGLE_CLIENT_ID', { GOOGLE_CLIENT_ID: 'id' }],
    ['OIDC_ISSUER', { ...oidc, OIDC_CLIENT_SECRET: '' }],
    ['OIDC_ISSUER', { OIDC_NAME: 'Studio ID' }],
    ['OIDC_ISSUER', { ...oidc, OIDC_ISSUER: 'javascript:alert(1)' }],
    ['HUBSPOT_CLIENT_ID', { HUBSPOT_CLIENT_SECRET: 'secret' }],
    ['HUBSPOT_URL', { HUBSPOT_URL: 'ftp://hubspot.example.com' }],
    ['SMS_URL', { ...sms, SMS_TOKEN: '' }],
    ['SMS_FORMAT', { ...sms, SMS_FORMAT: 'pigeon' }],
  ])('name %s when it is wrong', (name, variables) => {
    expect(() => readEnv(variables)).toThrow(name);
  });
});

describe('builds of libraries', () => {
  it.each([
    [undefined, 'production'],
    ['', 'production'],
    ['development', 'development'],
  ])('are chosen by NODE_ENV=%s as %s', (NODE_ENV, chosen) => {
    const given = { NODE_ENV };
    chooseProductionBuilds(given);
    expect(given).toEqual({ NODE_ENV: chosen });
  });
});

/** Variables as the process got them. Empty ones count as unset. */
export type Given = Record<string, string | undefined>;

type Rule = [broken: unknown, problem: string];

/** Services that people connect or sign in with need all of their settings. */
function serviceRules(given: Given): Rule[] {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME } = given;
  const { SMS_URL, SMS_TOKEN, SMS_FROM } = given;
  const isPart = (...values: unknown[]) => values.some(Boolean) && !values.every(Boolean);
  return [
    [
      isPart(GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET),
      'GOOGLE_CLIENT_ID: needs GOOGLE_CLIENT_SECRET beside it, and the other way round',
    ],
    [
      isPart(OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET) || (OIDC_NAME && !OIDC_ISSUER),
      'OIDC_ISSUER: needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET beside it, and the other way round',
    ],
    [
      isPart(given.HUBSPOT_CLIENT_ID, given.HUBSPOT_CLIENT_SECRET),
      'HUBSPOT_CLIENT_ID: needs HUBSPOT_CLIENT_SECRET beside it, and the other way round',
    ],
    [isPart(SMS_URL, SMS_TOKEN, SMS_FROM), 'SMS_URL: needs SMS_TOKEN and SMS_FROM beside it, and the other way round'],
  ];
}

/**
 * Finds variables that contradict each other or need another one.
 * @param isKnown whether AI_PROVIDER names a provider
 */
export function findContradictions(given: Given, isKnown: boolean): string[] {
  const { AI_PROVIDER, AI_MODEL, AI_API_KEY, AI_BASE_URL } = given;
  const rules: Rule[] = [
    [given.DATABASE_URL && !given.AUTH_SECRET, 'AUTH_SECRET: required with DATABASE_URL'],
    [
      given.STRIPE_SECRET_KEY && !(given.STRIPE_PUBLISHABLE_KEY && given.STRIPE_WEBHOOK_SECRET),
      'STRIPE_SECRET_KEY: needs STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET beside it',
    ],
    [
      Boolean(given.VAPID_PUBLIC_KEY) !== Boolean(given.VAPID_PRIVATE_KEY),
      'VAPID_PUBLIC_KEY: needs VAPID_PRIVATE_KEY beside it, and the other way round',
    ],
    [
      Boolean(given.FILES_S3_ACCESS_KEY_ID) !== Boolean(given.FILES_S3_SECRET_ACCESS_KEY),
      'FILES_S3_ACCESS_KEY_ID: needs FILES_S3_SECRET_ACCESS_KEY beside it, and the other way round',
    ],
    [
      !AI_PROVIDER && (AI_MODEL || AI_API_KEY || AI_BASE_URL),
      'AI_PROVIDER: required with AI_MODEL, AI_API_KEY or AI_BASE_URL',
    ],
    [given.DOMAIN_ADDRESSES && !given.DOMAIN_TARGET, 'DOMAIN_TARGET: required with DOMAIN_ADDRESSES'],
    [given.MAIL_SPF_INCLUDE && !given.DOMAIN_TARGET, 'DOMAIN_TARGET: required with MAIL_SPF_INCLUDE'],
    [AI_PROVIDER && !AI_MODEL, 'AI_MODEL: required with AI_PROVIDER'],
    [AI_PROVIDER === 'compatible' && !AI_BASE_URL, 'AI_BASE_URL: required with AI_PROVIDER=compatible'],
    [
      AI_PROVIDER && isKnown && AI_PROVIDER !== 'compatible' && !AI_API_KEY,
      `AI_API_KEY: required with AI_PROVIDER=${AI_PROVIDER}`,
    ],
  ];
  return [...rules, ...serviceRules(given)].flatMap(([broken, problem]) => (broken ? [problem] : []));
}

import type { OpenAPI } from '@orpc/openapi';
import { refTo } from './api-components.ts';

/**
 * Endpoints of the auth library that the product uses, with what they do here. The others have no use or are closed.
 * `isPlain` ones answer that it is done, and no more. `takes` names a schema that is narrower than the library's.
 */
const ENDPOINTS: Readonly<
  Record<string, { id: string; summary: string; needsSession?: true; isPlain?: true; takes?: string }>
> = {
  'POST /sign-up/email': { id: 'signUp', summary: 'Create an account and mail a link that verifies the address' },
  'POST /sign-in/email': { id: 'signIn', summary: 'Sign in with email address and password' },
  'POST /sign-out': { id: 'signOut', summary: 'End the session of the caller' },
  'GET /get-session': { id: 'getSession', summary: 'Get the session of the caller, or null' },
  'POST /verify-password': { id: 'verifyPassword', summary: 'Check the password of the caller', needsSession: true },
  'POST /change-password': { id: 'changePassword', summary: 'Change the password of the caller', needsSession: true },
  'POST /request-password-reset': { id: 'requestPasswordReset', summary: 'Mail a link that resets the password' },
  'GET /reset-password/{token}': { id: 'openPasswordReset', summary: 'Open the link that resets the password' },
  'POST /reset-password': { id: 'resetPassword', summary: 'Set a new password with the token of a mailed link' },
  'POST /send-verification-email': { id: 'sendVerification', summary: 'Mail the link that verifies the address again' },
  'GET /verify-email': { id: 'verifyEmail', summary: 'Verify an email address with the token of a mailed link' },
  'POST /change-email': {
    id: 'changeEmail',
    summary: 'Mail a link that changes the email address',
    needsSession: true,
  },
  'POST /update-user': { id: 'updateUser', summary: 'Change the name of the caller', needsSession: true },
  'GET /list-sessions': { id: 'listSessions', summary: 'List the sessions of the caller', needsSession: true },
  'POST /revoke-session': { id: 'revokeSession', summary: 'End one session of the caller', needsSession: true },
  'POST /revoke-sessions': { id: 'revokeSessions', summary: 'End all sessions of the caller', needsSession: true },
  'POST /revoke-other-sessions': {
    id: 'revokeOtherSessions',
    summary: 'End all sessions of the caller except this one',
    needsSession: true,
  },
  'GET /list-accounts': { id: 'listAccounts', summary: 'List how the caller can sign in', needsSession: true },
  'POST /two-factor/enable': { id: 'enableTwoFactor', summary: 'Set up an authenticator app', needsSession: true },
  'POST /two-factor/disable': { id: 'disableTwoFactor', summary: 'Turn two-factor sign-in off', needsSession: true },
  'POST /two-factor/verify-totp': {
    id: 'verifyTotp',
    summary: 'Finish signing in with a code of the authenticator app',
  },
  'POST /two-factor/verify-backup-code': { id: 'verifyBackupCode', summary: 'Finish signing in with a backup code' },
  'POST /two-factor/generate-backup-codes': {
    id: 'generateBackupCodes',
    summary: 'Replace the backup codes of the caller',
    needsSession: true,
  },
  'POST /email-otp/send-verification-otp': { id: 'sendSignInCode', summary: 'Mail a code to sign in with' },
  'POST /sign-in/email-otp': { id: 'signInWithCode', summary: 'Sign in with a mailed code' },
  'POST /sign-in/magic-link': { id: 'sendSignInLink', summary: 'Mail a link to sign in with' },
  'GET /magic-link/verify': { id: 'signInWithLink', summary: 'Sign in with the token of a mailed link' },
  'GET /passkey/generate-authenticate-options': {
    id: 'startPasskeySignIn',
    summary: 'Get the challenge that a passkey signs to sign in',
  },
  'POST /passkey/verify-authentication': {
    id: 'signInWithPasskey',
    summary: 'Sign in with the answer of a passkey',
    isPlain: true,
  },
  'GET /passkey/generate-register-options': {
    id: 'startPasskey',
    summary: 'Get the challenge for a new passkey of the caller',
    needsSession: true,
  },
  'POST /passkey/verify-registration': {
    id: 'addPasskey',
    summary: 'Add a passkey to the account of the caller',
    needsSession: true,
    isPlain: true,
  },
  'POST /passkey/update-passkey': {
    id: 'renamePasskey',
    summary: 'Rename a passkey of the caller',
    needsSession: true,
    isPlain: true,
  },
  'POST /passkey/delete-passkey': {
    id: 'removePasskey',
    summary: 'Remove a passkey of the caller',
    needsSession: true,
    isPlain: true,
  },
  'POST /phone-number/send-code': {
    id: 'sendPhoneCode',
    summary: 'Text a code to sign in with, if the number has an account',
    isPlain: true,
  },
  'POST /sign-in/phone-number': { id: 'signInWithPhone', summary: 'Sign in with a texted code', isPlain: true },
  'POST /phone-number/add': {
    id: 'sendNewPhoneCode',
    summary: 'Text a code that adds a phone number to the account of the caller',
    needsSession: true,
    isPlain: true,
  },
  'POST /phone-number/verify': {
    id: 'addPhone',
    summary: 'Add a phone number to the account of the caller',
    needsSession: true,
    isPlain: true,
  },
  'POST /sign-in/social': {
    id: 'startProviderSignIn',
    summary: 'Get the address of a provider to sign in there',
    takes: 'ProviderVisit',
  },
  'POST /link-social': {
    id: 'connectProvider',
    summary: 'Get the address of a provider to connect an account there',
    needsSession: true,
    takes: 'ProviderVisit',
  },
  'POST /unlink-account': {
    id: 'removeSignInMethod',
    summary: 'Remove a phone number, or the account of a provider',
    needsSession: true,
    isPlain: true,
  },
};

type Library = { paths: object; components: { schemas: object } };
type Operation = OpenAPI.OperationObject;
type Operations = Record<string, Operation>;

/** Schemas of the library that its answers name, under names that say whose they are. */
const SCHEMAS: Readonly<Record<string, string>> = { User: 'AuthUser', Session: 'AuthSession' };

/**
 * Describes the endpoints of the auth library like procedures: with ids, summaries and the same errors everywhere, and
 * in the terms of OpenAPI 3.1. The library still writes `nullable` and puts other keywords beside references.
 * @param session the security requirement of endpoints that need a session
 */
export function describeAuth(library: Library, session: OpenAPI.SecurityRequirementObject[]) {
  const described = inOpenApi31(library.paths) as Record<string, Operations | undefined>;
  const paths: Record<string, Operations> = {};
  for (const [address, { id, summary, needsSession, isPlain, takes }] of Object.entries(ENDPOINTS)) {
    const [method = '', path = ''] = address.replace(/^\w+/, (word) => word.toLowerCase()).split(' ');
    const found = described[path]?.[method];
    if (!found) throw new Error(`The auth library no longer describes ${address}.`);
    const operation: Operation = {
      operationId: `auth.${id}`,
      summary,
      tags: ['auth'],
      security: needsSession ? session : [],
      responses: {
        200: isPlain ? refTo('responses', 'AuthDone') : withoutTokens(found.responses?.[200]),
        '4XX': refTo('responses', 'AuthRefusal'),
        '5XX': refTo('responses', 'ServerError'),
      },
    };
    if (found.parameters?.length) operation.parameters = found.parameters;
    if (found.requestBody) operation.requestBody = takes ? bodyOf(takes) : found.requestBody;
    paths[`/auth/v1${path}`] = { ...paths[`/auth/v1${path}`], [method]: operation };
  }
  const known = inOpenApi31(library.components.schemas) as Record<string, object>;
  const schemas: Record<string, OpenAPI.SchemaObject> = Object.fromEntries(
    Object.entries(SCHEMAS).map(([theirs, ours]) => [ours, withoutTokens(known[theirs])]),
  );
  schemas.SignedUpPerson = personOf(described['/sign-up/email']?.post);
  schemas.AuthProblem = {
    type: 'object',
    required: ['message'],
    properties: { code: { type: 'string' }, message: { type: 'string' } },
  };
  schemas.ProviderVisit = PROVIDER_VISIT;
  schemas.AuthDone = { type: 'object', required: [], properties: { status: { type: 'boolean' } } };
  const responses = {
    AuthDone: {
      description: 'It is done.',
      content: { 'application/json': { schema: refTo('schemas', 'AuthDone') } },
    },
    AuthRefusal: {
      description: 'The request was refused. The code says why, and the message says it to people.',
      content: { 'application/json': { schema: refTo('schemas', 'AuthProblem') } },
    },
  };
  return { paths, schemas, responses };
}

const bodyOf = (schema: string): OpenAPI.RequestBodyObject => ({
  required: true,
  content: { 'application/json': { schema: refTo('schemas', schema) } },
});

/** The body of a visit to a provider. Paths are those of pages here. */
const PROVIDER_VISIT: OpenAPI.SchemaObject = {
  type: 'object',
  required: ['provider', 'callbackURL', 'errorCallbackURL'],
  properties: {
    provider: { type: 'string' },
    callbackURL: { type: 'string' },
    errorCallbackURL: { type: 'string' },
    requestSignUp: { type: 'boolean' },
    additionalData: {
      type: 'object',
      properties: { planIntent: { type: 'string' }, checkoutSessionId: { type: 'string' } },
    },
  },
};

/** The library describes the person of a new account within the answer, and repeats it. */
function personOf(signUp: Operation | undefined): OpenAPI.SchemaObject {
  const answer = withoutTokens(signUp?.responses?.[200]);
  return answer.content['application/json'].schema.properties.user;
}

type Keywords = Record<string, unknown>;
const isObject = (value: unknown): value is Keywords =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const nullable = (type: unknown) => [...[type].flat(), 'null'];

function inOpenApi31(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOpenApi31);
  if (!isObject(value)) return value;
  if (typeof value.$ref === 'string') {
    return { $ref: value.$ref.replace(/\w+$/, (name) => SCHEMAS[name] ?? name) };
  }
  const { nullable: isNullable, description, ...rest } = value;
  const known = Object.fromEntries(Object.entries(rest).map(([key, of]) => [key, inOpenApi31(of)]));
  // The texts of schemas describe the library in general. Those of answers are required.
  if (typeof description === 'string' && !('type' in value || 'schema' in value)) known.description = description;
  if (isNullable === true) known.type = nullable(known.type);
  // The library takes the list of allowed values for the type.
  if (Array.isArray(known.type) && known.type.includes('base')) return { type: 'string', enum: known.type };
  return known;
}

/** Answers hold no session token, though the library describes one. */
const withoutTokens = (of: unknown) =>
  JSON.parse(JSON.stringify(of), (key, value: unknown) => {
    if (key === 'required' && Array.isArray(value)) return value.filter((name) => name !== 'token');
    return key === 'token' ? undefined : value;
  });

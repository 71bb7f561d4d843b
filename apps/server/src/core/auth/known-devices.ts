import { randomUUID } from 'node:crypto';
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import { knownDevicesOf, NO_ACCOUNT } from './prepared.ts';

const DAY = 24 * 3600;
const KNOWN_SECONDS = 400 * DAY;
/** A known device that is used stays known for at least this long. */
const RENEWED_SECONDS = 200 * DAY;
/** Beyond this number, a new device replaces the oldest one. */
const DEVICES_MOST = 20;

const later = (seconds: number) => new Date(Date.now() + seconds * 1000);

/** Identifier of the row that links a device to a person. Several people may use one device. */
const deviceOf = (deviceId: string, userId: string) => `known-device:${deviceId}:${userId}`;

const cookieOf = ({ context }: GenericEndpointContext) => context.createAuthCookie('device', { maxAge: KNOWN_SECONDS });

/** Reads the device id from the browser's signed cookie. */
async function deviceIdOf(ctx: GenericEndpointContext): Promise<string | undefined> {
  return (ctx.headers && (await ctx.getSignedCookie(cookieOf(ctx).name, ctx.context.secret))) || undefined;
}

/** The device of a request, if this person has signed in on it before. */
export async function findKnownDevice(ctx: GenericEndpointContext, email: string): Promise<string | undefined> {
  const deviceId = await deviceIdOf(ctx);
  if (!deviceId) return undefined;
  const { internalAdapter } = ctx.context;
  // Runs the same query with and without an account, so that timing does not reveal which addresses have one.
  const userId = (await internalAdapter.findUserByEmail(email))?.user.id ?? NO_ACCOUNT;
  const known = await internalAdapter.findVerificationValue(deviceOf(deviceId, userId));
  return known?.value === knownDevicesOf(userId) && known.expiresAt > new Date() ? deviceId : undefined;
}

async function rememberDevice(ctx: GenericEndpointContext, userId: string): Promise<void> {
  const { internalAdapter, adapter, secret } = ctx.context;
  const own = await deviceIdOf(ctx);
  const deviceId = own ?? randomUUID();
  const identifier = deviceOf(deviceId, userId);
  const known = own && (await internalAdapter.findVerificationValue(identifier));
  if (known && known.expiresAt > later(RENEWED_SECONDS)) return;
  const value = knownDevicesOf(userId);
  if (known) await internalAdapter.deleteVerificationByIdentifier(identifier);
  await internalAdapter.createVerificationValue({ identifier, value, expiresAt: later(KNOWN_SECONDS) });
  const where = [{ field: 'value', value }];
  const sortBy = { field: 'createdAt', direction: 'desc' } as const;
  const oldest = await adapter.findMany<{ id: string }>({
    model: 'verification',
    where,
    sortBy,
    offset: DEVICES_MOST,
    limit: DEVICES_MOST,
  });
  for (const { id } of oldest) await adapter.delete({ model: 'verification', where: [{ field: 'id', value: id }] });
  const cookie = cookieOf(ctx);
  await ctx.setSignedCookie(cookie.name, deviceId, secret, cookie.attributes);
}

/**
 * Remembers for a year on which devices a person has signed in, so that wrong passwords from elsewhere do not lock them
 * out there. A known device grants no access. A new password, or signing out everywhere, forgets all devices.
 */
export const knownDevices = () =>
  ({
    id: 'known-devices',
    hooks: {
      after: [
        {
          matcher: () => true,
          handler: createAuthMiddleware(async (ctx) => {
            const made = ctx.context.newSession;
            if (made && ctx.headers) await rememberDevice(ctx, made.user.id);
          }),
        },
      ],
    },
  }) satisfies BetterAuthPlugin;

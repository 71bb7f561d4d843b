import { coachAsked } from '../../core/auth/asked-at.ts';
import type { SignInProblem } from '../../core/auth/auth.ts';
import type { Infrastructure } from '../../core/services.ts';
import { identityScope } from '../../core/tenancy/access.ts';
import { findRole, isClientOfCoach } from './identity.data.ts';

/**
 * Refuses a sign-in at a coach's domain, unless the person is or was a client of this coach, or is invited. They get no
 * session there.
 */
export async function problemWithHost(
  { db, env, hosts }: Pick<Infrastructure, 'db' | 'env' | 'hosts'>,
  { userId, url }: { userId: string; url: string },
): Promise<SignInProblem | undefined> {
  const coach = await hosts.coachOfHost(new URL(url).host);
  if (!coach) return undefined;
  const isAtHome = await db.read(identityScope, async (tx) => {
    const role = await findRole(tx, userId);
    return (role === undefined || role === 'Client') && (await isClientOfCoach(tx, { userId, coachId: coach.coachId }));
  });
  if (isAtHome) return undefined;
  const message = `This page is for the clients of one coach. Please sign in at ${new URL(env.appUrl).host}.`;
  return { message, home: `${env.appUrl}/auth` };
}

/**
 * The coach at whose domain a person asked for something: mails about their account have the look of this coach. They
 * come from the product's address, because signing in must not depend on the coach’s DNS records.
 */
export function senderAsked(): { sender?: string; fromProduct?: boolean } {
  const coach = coachAsked();
  return coach ? { sender: coach.coachId, fromProduct: true } : {};
}

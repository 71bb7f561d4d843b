import type { AuthContext, BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';

/** Ends the sessions of a person that `isEnding` chooses, or all. @returns the number of ended sessions */
export async function endSessions(
  { internalAdapter }: { internalAdapter: Pick<AuthContext['internalAdapter'], 'listSessions' | 'deleteSession'> },
  userId: string,
  chosen: (sessionId: string) => boolean = () => true,
): Promise<number> {
  const ending = (await internalAdapter.listSessions(userId)).filter(({ id }) => chosen(id));
  // Lists hold digests of tokens, like the table.
  await Promise.all(ending.map(({ token }) => internalAdapter.deleteSession(token)));
  return ending.length;
}

/** Lets callers end a session by its id, because no answer contains tokens. */
export const sessionsById = () =>
  ({
    id: 'sessions-by-id',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === '/revoke-session',
          handler: createAuthMiddleware(async (ctx) => {
            const { id } = ctx.body ?? {};
            const own = typeof id === 'string' && (await getSessionFromCtx(ctx));
            if (!own) return;
            const sessions = await ctx.context.internalAdapter.listSessions(own.user.id);
            const found = sessions.find((session) => session.id === id);
            return { context: { body: { token: found?.token ?? id } } };
          }),
        },
      ],
    },
  }) satisfies BetterAuthPlugin;

import type { Answer, Caller } from './app.ts';

type Verified = { code?: string; resetToken?: string; user?: object | null };

/** Opens the link of a verification mail like a browser: the linked page uses the token. */
export async function openVerificationLink(caller: Caller, link: URL): Promise<Answer<Verified>> {
  const landed = await caller.get(link.pathname + link.search);
  const fragment = new URLSearchParams(landed.location?.split('#')[1]);
  return caller.get(`/auth/v1/verify-email?token=${encodeURIComponent(fragment.get('token') ?? '')}`);
}

/** Where text messages are posted, and in which form. */
export type SmsSettings = { url: string; token: string; from: string; format: 'json' | 'twilio' };
export type SmsMessage = { to: string; text: string };

const TIMEOUT_MS = 10_000;

/**
 * Posts a text message to the configured service: as JSON with a bearer token, or as the form that Twilio takes.
 * @throws Error when the service refuses the message or cannot be reached; its text names no number
 */
export async function sendSms({ url, token, from, format }: SmsSettings, { to, text }: SmsMessage): Promise<void> {
  const isJson = format === 'json';
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: {
      authorization: isJson ? `Bearer ${token}` : `Basic ${Buffer.from(token).toString('base64')}`,
      'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded;charset=UTF-8',
    },
    body: isJson ? JSON.stringify({ to, from, text }) : new URLSearchParams({ To: to, From: from, Body: text }),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the sender of text messages answered ${response.status}`);
}

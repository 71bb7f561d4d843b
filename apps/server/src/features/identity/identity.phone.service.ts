import { z } from 'zod';
import type { PhoneCodes } from '../../core/auth/phone-numbers.ts';
import type { Infrastructure, Services } from '../../core/services.ts';
import { defineJob } from '../../platform/queue/queue.ts';
import { sendSms } from '../../platform/sms/sms.ts';

/** Texts a code to a phone. Number and code are sealed, because the code is a secret. */
export const sendPhoneCodeJob = defineJob('identity.send_phone_code', {
  schema: z.object({ sealed: z.string() }),
  retryLimit: 3,
  retryDelay: 5,
  // The person waits for it.
  retryBackoff: false,
});

const message = z.object({ phoneNumber: z.string(), code: z.string(), host: z.string(), until: z.iso.datetime() });

/** Queues the text message with a code, so that the answer takes as long as without one. */
export const queuePhoneCode =
  ({ queue, seal }: Pick<Infrastructure, 'queue' | 'seal'>): PhoneCodes['sendPhoneCode'] =>
  async (wanted) => {
    await queue.send(sendPhoneCodeJob, { sealed: seal.seal(JSON.stringify(wanted)) });
  };

/** Sends the text message. The last line lets phones offer the code on our page alone. */
export async function sendPhoneCode(
  { seal, env, now }: Pick<Services, 'seal' | 'env' | 'now'>,
  { sealed }: { sealed: string },
): Promise<void> {
  const { phoneNumber, code, host, until } = message.parse(JSON.parse(seal.open(sealed)));
  if (!env.sms || now() > new Date(until)) return;
  const words = `${code} is your ${env.PRODUCT_NAME} code. It works for ten minutes. We never ask you for it.`;
  await sendSms(env.sms, { to: phoneNumber, text: host ? `${words}\n\n@${host} #${code}` : words });
}

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { SmsServer } from '../../../test/sms-server.ts';
import { sendSms } from './sms.ts';

const service = new SmsServer();
let url: string;
beforeAll(async () => {
  url = await service.start();
});
afterAll(() => service.stop());
beforeEach(() => {
  service.taken.length = 0;
});

const MESSAGE = { to: '+14155550123', text: '123456 is your code.' };
const settings = { token: 'AC1:secret', from: '+14155550100' };

it('posts JSON with a bearer token', async () => {
  await sendSms({ ...settings, url, format: 'json' }, MESSAGE);
  const [sent] = service.taken;
  expect(sent?.headers).toMatchObject({ authorization: 'Bearer AC1:secret', 'content-type': 'application/json' });
  expect(JSON.parse(sent?.body ?? '')).toEqual({ ...MESSAGE, from: '+14155550100' });
});

it('posts the form of Twilio with basic authentication', async () => {
  await sendSms({ ...settings, url, format: 'twilio' }, MESSAGE);
  const [sent] = service.taken;
  expect(sent?.headers).toMatchObject({
    authorization: `Basic ${Buffer.from('AC1:secret').toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
  });
  expect(Object.fromEntries(new URLSearchParams(sent?.body))).toEqual({
    To: '+14155550123',
    From: '+14155550100',
    Body: '123456 is your code.',
  });
});

it('fails when the service refuses, and names no number', async () => {
  service.failures.push(422);
  const sending = sendSms({ ...settings, url, format: 'json' }, MESSAGE);
  await expect(sending).rejects.toThrow(/^the sender of text messages answered 422$/);
});

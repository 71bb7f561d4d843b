import { defineMail } from '../../platform/mail/mail.ts';

/** An automatic mail of a coach, with the link that stops them. */
export const flowMail = defineMail('flow', async () => {
  const { flowSubject: subject, FlowMail: Body } = await import('./flows.mail.tsx');
  return { subject, Body, secrets: ['stopUrl'] };
});

/** A message or mail of a flow, as a test for its coach. */
export const flowTestMail = defineMail('flow_test', async () => {
  const { flowTestSubject: subject, FlowTestMail: Body } = await import('./flows.mail.tsx');
  return { subject, Body };
});

import { defineMail } from '../../platform/mail/mail.ts';

export const purchaseWaitingMail = defineMail('purchase_waiting', async () => {
  const { purchaseWaitingSubject: subject, PurchaseWaitingMail: Body } = await import('./billing.mail.tsx');
  return { subject, Body, secrets: ['url'] };
});
export const paymentFailedMail = defineMail('payment_failed', async () => {
  const { paymentFailedSubject: subject, PaymentFailedMail: Body } = await import('./billing.mail.tsx');
  return { subject, Body };
});
export const planEndedMail = defineMail('plan_ended', async () => {
  const { planEndedSubject: subject, PlanEndedMail: Body } = await import('./billing.mail.tsx');
  return { subject, Body };
});

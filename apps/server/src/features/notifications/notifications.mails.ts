import { defineMail } from '../../platform/mail/mail.ts';

export const notificationMail = defineMail('notification', async () => {
  const { notificationSubject: subject, NotificationMail: Body } = await import('./notifications.mail.tsx');
  return { subject, Body };
});

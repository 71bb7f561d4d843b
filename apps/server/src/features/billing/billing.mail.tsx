import { PLANS } from '@stridewell/contract/billing/billing.rules';
import { MailButton, MailLayout, MailText } from '../../platform/mail/layout.tsx';

type WaitingProps = { productName: string; plan: string; url: string };

export const purchaseWaitingSubject = ({ plan }: { plan: string }) => `Your ${plan} is paid: one step is left`;

export function PurchaseWaitingMail({ productName, plan, url }: WaitingProps) {
  return (
    <MailLayout productName={productName} preview={`Set up your account and ${plan} is yours.`}>
      <MailText>Thank you for choosing {plan}. Your payment went through. One step is left.</MailText>
      <MailText>Choose a name and a password, and your account is ready. It takes a minute.</MailText>
      <MailButton href={url}>Set up your account</MailButton>
      <MailText muted>
        Bought by mistake? Reply to this email within 30 days for a full refund, no questions asked.
      </MailText>
    </MailLayout>
  );
}

type FailedProps = { productName: string; name: string; plan: string; until: string; url: string };

export const paymentFailedSubject = ({ plan }: { plan: string }) => `We could not collect the payment for ${plan}`;

export function PaymentFailedMail({ productName, name, plan, until, url }: FailedProps) {
  return (
    <MailLayout productName={productName} preview={`Nothing changes until ${until}.`}>
      <MailText>Hello {name},</MailText>
      <MailText>
        The last payment for {plan} did not go through. Everything keeps working until {until}, and your clients will
        not notice.
      </MailText>
      <MailButton href={url}>Update your card</MailButton>
      <MailText muted>After that day your account moves to Coach Base. Nothing you entered is deleted.</MailText>
    </MailLayout>
  );
}

type EndedProps = { productName: string; name: string; plan: string; url: string };

export const planEndedSubject = ({ plan }: { plan: string }) => `Your ${plan} has ended`;

export function PlanEndedMail({ productName, name, plan }: EndedProps) {
  return (
    <MailLayout productName={productName} preview="Your account is on Coach Base now.">
      <MailText>Hello {name},</MailText>
      <MailText>
        Your {plan} has ended, and your account is on Coach Base now. Everything you and your clients entered is still
        there.
      </MailText>
      <MailText>
        Coach Base covers {PLANS.base.clientCap} clients. If you have more, those who have been with you longest stay as
        they are, and the others become read-only: you and they can read everything, and they can write again once
        enough clients are archived or you pay for a plan that covers them. Until then no more can be added.
      </MailText>
      <MailText>You can return to {plan} whenever you like, from the pricing page.</MailText>
    </MailLayout>
  );
}

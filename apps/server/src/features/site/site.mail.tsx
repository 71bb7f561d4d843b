import { HOLD_MINUTES } from '@stridewell/contract/calendar/calendar.slots.rules';
import { MailButton, MailLayout, MailText } from '../../platform/mail/layout.tsx';

type Facts = readonly (readonly [label: string, value: string])[];

function MailFacts({ facts }: { facts: Facts }) {
  return facts.map(([label, value]) => (
    <MailText key={label}>
      <strong>{label}:</strong> {value}
    </MailText>
  ));
}

type ContactProps = Record<
  'productName' | 'name' | 'businessName' | 'businessPhone' | 'businessEmail' | 'cameFrom' | 'message',
  string
>;

export const contactSubject = ({ name, businessName }: { name: string; businessName: string }) =>
  `Contact form: ${name}, ${businessName}`;

export function ContactMail(props: ContactProps) {
  return (
    <MailLayout productName={props.productName} preview={`${props.name} wrote through the contact form.`}>
      <MailText>{props.name} wrote through the contact form.</MailText>
      <MailFacts
        facts={[
          ['Business', props.businessName],
          ['Phone', props.businessPhone],
          ['Email', props.businessEmail],
          ['Found us through', props.cameFrom],
          ['Message', props.message],
        ]}
      />
    </MailLayout>
  );
}

type DemoRequestProps = Record<
  | 'productName'
  | 'name'
  | 'email'
  | 'socialProof'
  | 'experience'
  | 'clients'
  | 'reason'
  | 'timeSuck'
  | 'tools'
  | 'vision'
  | 'feedback'
  | 'commitment',
  string
>;

export const demoRequestSubject = ({ name }: { name: string }) => `Demo request: ${name}`;

export function DemoRequestMail(props: DemoRequestProps) {
  return (
    <MailLayout productName={props.productName} preview={`${props.name} requests a demo.`}>
      <MailText>{props.name} filled in the demo questionnaire.</MailText>
      <MailFacts
        facts={[
          ['Email', props.email],
          ['Instagram or website', props.socialProof],
          ['Coaching for', props.experience],
          ['Why now', props.reason],
          ['Clients', props.clients],
          ['Biggest time sink', props.timeSuck],
          ['Current tools', props.tools],
          ['Success looks like', props.vision],
          ['Would give feedback', props.feedback],
          ['Commitment, 1 to 5', props.commitment],
        ]}
      />
    </MailLayout>
  );
}

type DemoConfirmationProps = Record<'productName' | 'when' | 'url', string>;

export const demoConfirmationSubject = ({ when }: { when: string }) => `Confirm your demo: ${when}`;

/** Contains no other text of the visitor, because anyone may have typed the address. */
export function DemoConfirmationMail({ productName, when, url }: DemoConfirmationProps) {
  return (
    <MailLayout productName={productName} preview={`We hold the time for ${HOLD_MINUTES} minutes.`}>
      <MailText>Please confirm your demo of {productName}.</MailText>
      <MailText>
        <strong>{when}</strong>
      </MailText>
      <MailText>We hold this time for {HOLD_MINUTES} minutes, then release it.</MailText>
      <MailButton href={url}>Open and confirm</MailButton>
      <MailText muted>If you did not ask for a demo, ignore this email. Nothing is booked until you confirm.</MailText>
    </MailLayout>
  );
}

type BookingProps = Record<'productName' | 'what' | 'when' | 'name' | 'url', string>;

const BOOKING_LEAD: Record<string, (when: string) => string> = {
  booked: (when) => `Your demo is booked for ${when}.`,
  moved: (when) => `Your demo has moved to ${when}.`,
  canceled: (when) => `Your demo on ${when} is canceled.`,
};
const leadOf = ({ what, when }: { what: string; when: string }) => BOOKING_LEAD[what]?.(when) ?? when;

export const demoBookingSubject = (props: { what: string; when: string }) => leadOf(props).replace(/\.$/, '');

export function DemoBookingMail(props: BookingProps) {
  const cancelled = props.what === 'canceled';
  return (
    <MailLayout productName={props.productName} preview={leadOf(props)}>
      <MailText>Hello {props.name},</MailText>
      <MailText>{leadOf(props)}</MailText>
      {!cancelled && (
        <MailText>It is a video call and lasts 30 minutes. Open the attached file to add it to your calendar.</MailText>
      )}
      {!cancelled && <MailButton href={props.url}>Change or cancel</MailButton>}
      {cancelled && <MailText>If you would like another time, you can book again whenever it suits you.</MailText>}
    </MailLayout>
  );
}

type NoticeProps = Record<'productName' | 'what' | 'when' | 'name' | 'email' | 'answers', string>;

export const demoNoticeSubject = ({ what, name, when }: { what: string; name: string; when: string }) =>
  `Demo ${what}: ${name}, ${when}`;

export function DemoNoticeMail(props: NoticeProps) {
  return (
    <MailLayout productName={props.productName} preview={`${props.name}: demo ${props.what}`}>
      <MailFacts
        facts={[
          ['Demo', `${props.what}, ${props.when}`],
          ['With', `${props.name}, ${props.email}`],
          ['Answers', props.answers],
        ]}
      />
    </MailLayout>
  );
}

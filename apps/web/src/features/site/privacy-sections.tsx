import { product } from '../../lib/product.ts';
import type { LegalSection } from './legal-text.tsx';

/** The Privacy Policy: what is known, why, who sees it, and what a person can do about it. */
export const PRIVACY_SECTIONS: readonly LegalSection[] = [
  {
    id: 'scope',
    title: 'What this policy covers',
    body: [
      `This policy is about personal data in ${product.name}: on our website and in the application for coaches and their clients. It belongs to our [Terms of Service](/terms-of-service).`,
      'A coach decides what to record about a client and why; we keep and process it on the coach’s behalf. For account data, billing and the running of the service, we decide ourselves. Whichever it is, you can turn to us.',
    ],
  },
  {
    id: 'data',
    title: 'What we collect',
    body: [
      [
        '**Account data:** name, email address, role, time zone and settings, and your password in a form that cannot be turned back into the password. If you add them: the public keys and names of your passkeys, a phone number that you sign in with, and the id of your account at Google or another sign-in service, which shares your name and email address with us.',
        '**Coaching data:** goals, weight and other measurements, check-ins, habits, training and nutrition plans, progress photos, notes, sessions with the links of online meetings, and messages between coach and client.',
        '**Connected calendars:** for coaches who connect other calendars: the names of these calendars, the encrypted access to them, and when they are busy. Nothing else about their events is stored. If a coach adds their sessions to one: which sessions are there, and whether the coach moved or deleted them there. Disconnecting a calendar deletes it all, and ends our access to a Google account. We use what we read at Google and Microsoft for nothing else, and pass it on to no other company.',
        '**HubSpot:** for coaches who connect it: names, email addresses, phone numbers and statuses of their clients and leads are sent to the coach’s HubSpot account, never health data. We store the encrypted access and the numbers of these contacts. When a client deletes their account, we delete their contact in HubSpot or ask the coach to.',
        '**Brand:** if a coach sets one, the name, color, logo and icon that clients, leads and visitors see.',
        '**Own domains:** if a coach connects a domain, its name, the date it was added, and the result of the latest check of its DNS records. If their emails come from their own address, that address and the encrypted key that signs these emails, too.',
        '**Visits:** on which days a client opened the application, with the first and the last time, without place or device.',
        '**Engagement:** a score of how active a client is, and an estimate of whether they are losing touch, for their coach. Both count check-ins, workouts, nutrition and habits, weigh-ins, messages, sessions and visits, and never read texts, photos, health answers, age or sex. Neither changes a price, access or a plan. Clients can object in their profile.',
        '**Push notifications,** if you turn them on: the address of your browser at its push service, with its type and time zone, until you turn them off or sign out.',
        '**Payment data:** plan, payment status and invoices. Card numbers go straight to the payment provider and are held there; we never see or store them.',
        '**Technical logs:** IP address, type of browser, pages and actions requested, time, and error reports.',
        '**What you write to us:** contact forms, demo requests and email.',
      ],
      'Most of it comes from you. Some comes from your coach or client, or from a device or service you choose to connect. Weight, measurements and photos can say something about health; we treat them as sensitive and use them only for coaching.',
    ],
  },
  {
    id: 'use',
    title: 'Why we use it',
    body: [
      [
        'To run the service: sign you in, show progress, deliver messages, plans and reminders.',
        'To support coaching: work out trends, point to clients who may need attention, and draft suggestions.',
        'To send what a coach set up in advance, such as a welcome or a plan. Each automatic email has a link that stops them, and clients can turn automatic messages off in their profile. We remember a fingerprint of a stopped address, so that they do not start again.',
        'To bill subscriptions and keep the books the law requires.',
        'To keep the service secure, find faults and prevent misuse.',
        'To answer you, and to tell you about changes that matter.',
      ],
      'AI features use the parts of a client’s data that a draft needs, and only when a coach’s plan includes them. A coach reviews what comes out; no decision with legal or similar effect on you is made by software alone.',
    ],
  },
  {
    id: 'sharing',
    title: 'Who else sees it',
    body: [
      '**We never sell personal data**, and we do not share it for advertising. These people and companies see what they need:',
      [
        '**Coach and client, each other.** A coach sees the coaching data of their own clients. A client sees what the coach shares. Other coaches and clients see neither.',
        '**Processors.** Companies that work for us under contract: hosting and storage, delivery of email and text messages, payments, the push service of your browser, which gets encrypted notifications only, and providers of AI models where AI features are in use. They may use data only for that task.',
        '**Tools that a coach connects.** A coach can have events sent to their own tools, such as a CRM, with the contact details that the coach chooses. We never send health data, answers, photos or messages to them. When you delete your account, we ask these tools to delete your data.',
        '**Our own team,** to support you, approve coaches and keep the service running.',
        '**Authorities,** when a law or court order requires it, or to protect a person from harm.',
        '**A successor,** should the business be sold or merged; this policy would still protect your data.',
      ],
    ],
  },
  {
    id: 'retention',
    title: 'How long we keep it',
    body: [
      'We keep account and coaching data while the account is open. When you ask us to delete it, we remove or anonymize this data: your files, photos, health answers and pain flags are removed, and what you wrote stays with the other person without your name. Backup copies made before follow when they expire. Technical logs are kept only as long as security and troubleshooting need them.',
      'Invoices and records that tax or other laws require stay for the time these laws set, and are used for nothing else.',
    ],
  },
  {
    id: 'rights',
    title: 'Your rights',
    body: [
      'Wherever you live, you can ask us for:',
      [
        '**Access:** to know what we hold about you, and get a copy.',
        '**Correction:** to put right what is wrong. Much of it you can change yourself.',
        '**Export:** to take your data with you in a format that software can read.',
        '**Deletion:** to have your data removed, except for what the law makes us keep.',
      ],
      'Write to {contact} from the address of your account, so that we know it is you. We answer within 45 days, as California law provides, and it costs nothing. Someone you authorize may ask for you. You are not treated worse for using a right. If you are a client, you can ask your coach as well.',
    ],
  },
  {
    id: 'security',
    title: 'How we protect it',
    body: [
      'Connections are encrypted, passwords are stored only as hashes, and the server checks the rights of every request: a coach reaches only their own clients. Only people who need it for their work get access to data. No system is perfectly safe; if a breach affects your data, we will inform you as the law requires.',
    ],
  },
  {
    id: 'children',
    title: 'Children',
    body: [
      'The service is for adults. We do not serve anyone under 18 and do not knowingly collect their data. If you think that a minor’s data has reached us, write to {contact} and we delete it.',
    ],
  },
  {
    id: 'cookies',
    title: 'Cookies',
    body: [
      'We use only necessary cookies: the session cookie that keeps you signed in. It ends when you sign out or the session expires. There are no advertising or tracking cookies, so there is no banner to click away. Your browser also remembers choices such as light or dark colors in its own storage.',
    ],
  },
  {
    id: 'location',
    title: 'Where data is processed',
    body: [
      'We are subject to California law, and data may be processed in the United States and wherever our processors work. If you use the service from another country, your data is transferred there under the protection that this policy and our contracts with processors give it.',
    ],
  },
  {
    id: 'changes',
    title: 'Changes to this policy',
    body: [
      'When we change how we handle data, we change this page. If a change matters to you, we tell you by email or in the application before it applies.',
    ],
  },
  {
    id: 'contact',
    title: 'Contact',
    body: ['For questions about your data, or to use one of your rights, write to {contact}.'],
  },
];

import { product } from '../../lib/product.ts';
import type { LegalSection } from './legal-text.tsx';
import { PlanTermsTable } from './plan-terms.tsx';

/** The Terms of Service, in the order in which people meet these questions. */
export const TERMS_SECTIONS: readonly LegalSection[] = [
  {
    id: 'agreement',
    title: 'What you agree to',
    body: [
      `These terms are a contract between you and ${product.name} (“we”, “us”). They apply whenever you use our website, our application or anything else we offer under this name (together, the “service”), whether you are a coach, a coach’s client or a visitor.`,
      'By creating an account or using the service you accept them. If you act for a business, you confirm that you may accept them on its behalf. If you do not agree, please do not use the service. Our [Privacy Policy](/privacy-policy) explains how we handle personal data.',
    ],
  },
  {
    id: 'accounts',
    title: 'Who can have an account',
    body: [
      '**You must be at least 18 years old.** Coaches may not invite or enter anyone younger as a client.',
      [
        'Give us correct details when you sign up, and keep them up to date.',
        'Keep your password to yourself. One account is for one person.',
        'You answer for what happens under your account. Tell us at once if you think someone else uses it.',
        'New coach accounts may have to be approved before they can be used.',
      ],
    ],
  },
  {
    id: 'plans',
    title: 'Plans and prices',
    body: [
      'Coaches choose one of these plans. Clients pay us nothing to use the service with their coach.',
      <PlanTermsTable key="plans" />,
      'Prices are in US dollars and do not include taxes, which we add where the law asks for them. A client counts from the invitation until you archive the client or end the relationship. What a coach charges clients for coaching is between the two of them; we are not part of that agreement.',
    ],
  },
  {
    id: 'subscriptions',
    title: 'Renewal and cancellation',
    body: [
      '**Paid plans renew automatically every month** at the price of the plan and the clients you have then, until you cancel. By subscribing you allow our payment provider to charge your payment method at the start of each period.',
      '**You can cancel anytime**, in your account or by writing to us. The cancellation takes effect at the end of the period you have paid for; until then you keep everything the plan includes. After it you are not charged again.',
      'If a payment fails, we tell you and try again. When it still cannot be made, we may limit the features of the paid plan until it is settled. We announce a higher price by email before your next renewal, so that you have time to cancel.',
    ],
  },
  {
    id: 'refunds',
    title: 'Refunds and the money-back guarantee',
    body: [
      'Payments are non-refundable unless these terms or the law say otherwise. We do not return money for part of a month, or for features or clients you did not use.',
      '**The stated exception is our 30-day money-back guarantee.** If your first paid plan is not what you hoped for, write to {contact} within 30 days of your first payment and we refund that payment in full. You need not give a reason.',
    ],
  },
  {
    id: 'acceptable-use',
    title: 'Acceptable use',
    body: [
      'Please use the service for coaching people well. You may not:',
      [
        'break the law, or the rights or privacy of other people, with it;',
        'enter data about a person who has not agreed to it;',
        'harass, threaten or deceive anyone, or send unsolicited messages;',
        'promote eating disorders, banned substances or other practices that endanger health;',
        'try to reach data that is not meant for you, or get around limits and security;',
        'overload the service, copy it, reverse engineer it, or collect its contents with automated tools;',
        'resell access to it, apart from coaching your own clients.',
      ],
      'We may suspend or close an account that breaks these rules. Where we reasonably can, we tell you first and give you the chance to put it right.',
    ],
  },
  {
    id: 'coaches',
    title: 'Responsibility of coaches',
    body: [
      `**${product.name} does not give medical advice.** It is a tool for coaching in fitness and weight management and does not replace a doctor, a dietitian or emergency care. Figures, risk levels and suggestions are hints to look closer; they are not diagnoses.`,
      'As a coach you are responsible for:',
      [
        'the advice, training and nutrition plans you give, and whether they suit the person;',
        'the qualifications, licenses and insurance that your work requires;',
        'sending clients to a medical professional when their health calls for it;',
        'your clients’ agreement to having their data kept and used in the service.',
      ],
      'As a client, talk to your doctor before you change your diet or exercise, above all if you are pregnant or have a health condition. In an emergency call 911 or your local emergency number.',
    ],
  },
  {
    id: 'ai',
    title: 'Drafts made with AI',
    body: [
      'Some plans and suggestions are drafted with the help of artificial intelligence. Such drafts can be wrong, incomplete or unsuitable for a particular person. **A coach must review every AI-drafted plan, and change it where needed, before a client gets it.** A coach who sends a draft is as responsible for it as for a plan of their own.',
    ],
  },
  {
    id: 'ownership',
    title: 'What belongs to whom',
    body: [
      '**Your data stays yours.** What you enter or upload, such as notes, plans, measurements, photos and messages, belongs to you or to the person it is about. You can export it. You allow us to store, process and show it only as far as that is needed to run the service for you.',
      'The software, its design, its texts and its name belong to us or to those who license them to us. You may use them while you have an account. If you send us an idea for making the service better, we may use it without owing you anything.',
    ],
  },
  {
    id: 'availability',
    title: 'Availability',
    body: [
      'We work to keep the service running and your data safe, but we cannot promise that it is always available or free of errors. Maintenance, faults or outside providers can interrupt it. We may add, change or remove features; if we remove one that is an essential part of a plan you pay for, we tell you beforehand. As far as the law allows, we provide the service “as is”, without warranties of any kind, including merchantability and fitness for a particular purpose.',
    ],
  },
  {
    id: 'liability',
    title: 'Liability',
    body: [
      'As far as the law allows, **our total liability for all claims about the service is limited to the fees you paid us in the 12 months before the event** the claim is about. We are not liable for indirect damage, lost profit, lost data or lost clients, nor for results that coaching did or did not bring.',
      'Nothing here limits liability that cannot be limited by law, for example for fraud or for harm caused on purpose. If a claim is made against us because you broke these terms or the law, you cover the reasonable costs we have from it.',
    ],
  },
  {
    id: 'ending',
    title: 'Ending your account',
    body: [
      'You can close your account whenever you like. We may end this contract with reasonable notice, or at once if you seriously break these terms. Before an account is deleted you can export your data, unless the law forbids it. What by its nature should outlast the contract, such as the sections on ownership, liability and the applicable law, stays in force.',
    ],
  },
  {
    id: 'changes',
    title: 'Changes to these terms',
    body: [
      'We may update these terms when the service or the law changes. We announce changes that matter to you by email or in the application before they apply. If you keep using the service after that, the new terms apply to you; if you do not agree, you can cancel before.',
    ],
  },
  {
    id: 'law',
    title: 'Law and courts',
    body: [
      'These terms are governed by the law of the State of California, without its rules on conflicts of law. Disputes are decided by the state and federal courts located in Orange County, California, and both of us accept the jurisdiction of these courts. Write to us first, please: most things can be settled faster in a conversation. If one part of these terms is invalid, the rest remains in force.',
    ],
  },
  {
    id: 'contact',
    title: 'Contact',
    body: ['Questions about these terms? Write to {contact}.'],
  },
];

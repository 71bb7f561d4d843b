import { Card } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { product } from '../../lib/product.ts';
import { ContactForm } from './contact-form.tsx';
import classes from './contact-page.module.css';

const NEXT = [
  { title: 'A person reads it', text: 'Your message arrives in our inbox with everything you fill in here.' },
  {
    title: 'You get an answer by email',
    text: 'At the business email you leave us, from a person who read your question.',
  },
  { title: 'We talk, if it helps', text: 'A short call when your question is easier to show than to write.' },
] as const;

/** The contact form, with the next steps beside it. */
export function ContactPage() {
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1>Get in Touch</h1>
        <p>A question, an idea, or a spreadsheet you are tired of: tell us, and we will see what we can do.</p>
      </header>
      <Card className={classes.card}>
        <ContactForm />
      </Card>
      <aside className={classes.aside} aria-label="What happens next">
        <h2>What happens next</h2>
        <ol className={classes.next}>
          {NEXT.map(({ title, text }) => (
            <li key={title}>
              <strong>{title}</strong>
              <span>{text}</span>
            </li>
          ))}
        </ol>
        <p className={classes.mail}>
          <IconMail size={20} stroke={1.75} aria-hidden />
          <span>
            Prefer to write an email?
            <br />
            <a href={`mailto:${product.contactEmail}`}>{product.contactEmail}</a>
          </span>
        </p>
      </aside>
    </div>
  );
}

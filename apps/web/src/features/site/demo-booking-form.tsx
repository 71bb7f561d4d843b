import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { email as emailField } from '@stridewell/contract/fields';
import { DEMO_MINUTES } from '@stridewell/contract/site.rules';
import { useEffect, useRef } from 'react';
import classes from './demo-booking-form.module.css';

export type DemoPerson = { fullName: string; email: string };

type DemoBookingFormProps = {
  when: string;
  zone: string;
  person: DemoPerson;
  busy: boolean;
  onBack: (person: DemoPerson) => void;
  onSubmit: (person: DemoPerson) => void;
};

/** Confirms the chosen time and asks for the visitor's name and email address. */
export function DemoBookingForm({ when, zone, person, busy, onBack, onSubmit }: DemoBookingFormProps) {
  const form = useForm({
    initialValues: person,
    validate: {
      fullName: (value) => (value.trim() ? null : 'Please fill this in'),
      email: (value) => (emailField.safeParse(value).success ? null : 'Please enter a valid email address'),
    },
  });
  const heading = useRef<HTMLHeadingElement>(null);
  // The list of times, which had the focus, is no longer on screen.
  useEffect(() => heading.current?.focus(), []);
  const submit = form.onSubmit(
    ({ fullName, email }) => onSubmit({ fullName: fullName.trim(), email: email.trim() }),
    (errors) => {
      const first = ['fullName', 'email'].find((field) => errors[field]);
      if (first) form.getInputNode(first)?.focus();
    },
  );
  return (
    <form noValidate onSubmit={submit} className={classes.form}>
      <div className={classes.when}>
        <h2 ref={heading} tabIndex={-1}>
          {when}
        </h2>
        <p>
          {DEMO_MINUTES} minutes, by video call. Time zone: {zone}
        </p>
      </div>
      <TextInput label="Your name" required autoComplete="name" maxLength={120} {...form.getInputProps('fullName')} />
      <TextInput
        label="Email"
        required
        type="email"
        autoComplete="email"
        maxLength={254}
        {...form.getInputProps('email')}
      />
      <div className={classes.buttons}>
        <Button size="md" variant="default" disabled={busy} onClick={() => onBack(form.getValues())}>
          Choose another time
        </Button>
        <Button size="md" type="submit" loading={busy}>
          Book this time
        </Button>
      </div>
    </form>
  );
}

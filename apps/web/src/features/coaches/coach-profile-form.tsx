import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type CoachCard as Coach, coachProfile } from '@stridewell/contract/coaches';
import type { UnitSystem } from '@stridewell/contract/units';
import { Link } from '@tanstack/react-router';
import { useContractForm } from '../../components/contract-form.ts';
import { ProblemAlert } from '../../components/problem-alert.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { toast } from '../../lib/toasts.ts';
import classes from './coach-card.module.css';
import { CoachCard } from './coach-card.tsx';
import { CoachPhoto } from './coach-photo.tsx';
import { ProfileFields, toProfile, toValues } from './coach-profile-fields.tsx';
import { useSaveCoachProfile } from './coaches.queries.ts';

/** The parts of the account that the profile page shows. They are changed in the settings. */
export type CoachAccount = { email: string; unitSystem: UnitSystem };
type CoachProfileFormProps = { coach: Coach; account: CoachAccount };

/** The form of a coach's profile with a preview of the card that clients see. */
export function CoachProfileForm({ coach, account }: CoachProfileFormProps) {
  const save = useSaveCoachProfile(coach.coachId);
  const form = useContractForm(coachProfile, {
    initialValues: toValues(coach),
    toInput: toProfile,
    submit: save.mutateAsync,
    onDone(saved) {
      form.setValues(toValues(saved));
      form.resetDirty(toValues(saved));
      toast.success('Profile saved', 'Your clients see it from now on.');
    },
    fallback: 'Your profile was not saved. What you wrote is still here.',
  });
  const typed = coachProfile.safeParse(toProfile(form.values));
  const preview = typed.success ? { ...coach, ...typed.data } : coach;
  return (
    <div className={classes.page}>
      <form {...form.formProps}>
        <Stack gap="lg">
          <SectionCard title="Photo">
            <CoachPhoto coach={coach} />
          </SectionCard>
          <SectionCard title="Account">
            <dl className={classes.account}>
              <dt>Name</dt>
              <dd>{coach.fullName}</dd>
              <dd>
                <SettingsLink section="account" label="Change your name" />
              </dd>
              <dt>Email</dt>
              <dd>{account.email}</dd>
              <dd>
                <SettingsLink section="account" label="Change your email" />
              </dd>
              <dt>Units</dt>
              <dd>{account.unitSystem === 'metric' ? 'Metric: kg, cm' : 'Imperial: lb, in'}</dd>
              <dd>
                <SettingsLink section="units" label="Change your units" />
              </dd>
            </dl>
          </SectionCard>
          <SectionCard title="About you">
            <Stack gap="md">
              <ProfileFields form={form} part="about" />
              <ProfileFields form={form} part="specialities" />
            </Stack>
          </SectionCard>
          <SectionCard title="Certifications">
            <ProfileFields form={form} part="certifications" />
          </SectionCard>
          <SectionCard title="Links">
            <Stack gap="md">
              <TextInput label="Website" placeholder="example.com" {...form.getInputProps('website')} />
              <TextInput label="Instagram" placeholder="instagram.com/your.name" {...form.getInputProps('instagram')} />
            </Stack>
          </SectionCard>
          <ProblemAlert text={form.problem} />
          <Group>
            <Button type="submit" size="md" loading={form.busy} disabled={!form.isDirty()}>
              Save profile
            </Button>
          </Group>
        </Stack>
      </form>
      <div className={classes.preview}>
        <SectionCard title="How your clients see you">
          <CoachCard coach={preview}>
            {preview.headline === '' && preview.bio === '' && (
              <Text c="dimmed">Add a headline and a few lines about you, and they appear here.</Text>
            )}
          </CoachCard>
        </SectionCard>
      </div>
    </div>
  );
}

function SettingsLink({ section, label }: { section: string; label: string }) {
  return (
    <Button
      variant="subtle"
      size="compact-md"
      aria-label={label}
      renderRoot={(props) => <Link to="/settings" search={{ section }} {...props} />}
    >
      Change
    </Button>
  );
}

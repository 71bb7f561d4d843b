import { Box, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { CoachCard as Coach, coachProfile } from '@stridewell/contract/coaches/coaches';
import type { UnitSystem } from '@stridewell/contract/units';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { toast } from '../../lib/toasts.ts';
import columns from '../../ui/columns.module.css';
import { Fact } from '../../ui/fact.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { SectionCard } from '../../ui/section-card.tsx';
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
  // Loaded once the coach begins to type. Until then the preview shows what is saved.
  const [schema, setSchema] = useState<typeof coachProfile | null>(null);
  const loadSchema = async () => {
    const loaded = (await import('@stridewell/contract/coaches/coaches')).coachProfile;
    setSchema(loaded);
    return loaded;
  };
  const form = useSchemaForm(loadSchema, {
    initialValues: toValues(coach),
    toInput: toProfile,
    // A failed load is tried again, and shown, when the profile is saved.
    onValuesChange: () => void loadSchema().catch(() => undefined),
    submit: save.mutateAsync,
    onDone(saved) {
      form.setValues(toValues(saved));
      form.resetDirty(toValues(saved));
      toast.success('Profile saved', 'Your clients see it from now on.');
    },
    fallback: 'Your profile was not saved. What you wrote is still here.',
  });
  const typed = schema?.safeParse(toProfile(form.values));
  const preview = typed?.success ? { ...coach, ...typed.data } : coach;
  return (
    <Box className={columns.columns} maw={1100} mx="auto">
      <form {...form.formProps}>
        <Stack gap="lg">
          <SectionCard title="Photo">
            <CoachPhoto coach={coach} />
          </SectionCard>
          <SectionCard title="Account">
            <Stack component="dl" gap="xs">
              <AccountFact label="Name" value={coach.fullName} section="account" />
              <AccountFact label="Email" value={account.email} section="account" />
              <AccountFact
                label="Units"
                value={account.unitSystem === 'metric' ? 'Metric: kg, g, cm' : 'Imperial: lb, oz, in'}
                section="units"
              />
            </Stack>
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
      <div className={columns.sticky}>
        <SectionCard title="How your clients see you">
          <CoachCard coach={preview}>
            {preview.headline === '' && preview.bio === '' && (
              <Text c="dimmed">Add a headline and a few lines about you, and they appear here.</Text>
            )}
          </CoachCard>
        </SectionCard>
      </div>
    </Box>
  );
}

type AccountFactProps = { label: string; value: string; section: string };

/** A part of the account with a link to the settings that change it. */
function AccountFact({ label, value, section }: AccountFactProps) {
  return (
    <Fact label={label}>
      <Group justify="space-between" gap="xs">
        <Text>{value}</Text>
        <Button
          variant="subtle"
          size="compact-md"
          flex="none"
          ml="auto"
          aria-label={`Change your ${label.toLowerCase()}`}
          renderRoot={(props) => <Link to="/settings" search={{ section }} {...props} />}
        >
          Change
        </Button>
      </Group>
    </Fact>
  );
}

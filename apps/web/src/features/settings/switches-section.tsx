import { Stack, Switch } from '@mantine/core';
import { SWITCHES } from '@stridewell/contract/errors.rules';
import type { PlatformSettings } from '@stridewell/contract/settings/settings';
import { SWITCH_TEXTS } from '@stridewell/contract/settings/settings.rules';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { useSection } from './settings.queries.ts';
import { SettingsForm } from './settings-form.tsx';

type SwitchesProps = { loaded: PlatformSettings['switches'] };

/** Turns features off in an emergency. */
export function SwitchesSection({ loaded }: SwitchesProps) {
  const section = useSection('switches', loaded);
  return <SwitchesForm key={section.basis.version} section={section} />;
}

function SwitchesForm({ section: { basis, save, reload } }: { section: ReturnType<typeof useSection<'switches'>> }) {
  const form = useSchemaForm(async () => (await import('@stridewell/contract/settings/settings')).switches, {
    initialValues: { off: basis.value.off },
    submit: (value) => save({ section: 'switches', value, basedOn: basis.version }),
  });
  const { off } = form.values;
  return (
    <SectionCard title="Features">
      <SettingsForm form={form} submitLabel="Save features" onReload={() => void reload()}>
        <Stack gap="lg">
          {SWITCHES.map((name) => (
            <Switch
              key={name}
              label={SWITCH_TEXTS[name].label}
              // The library's label holds the description as well.
              aria-label={SWITCH_TEXTS[name].label}
              description={`${off.includes(name) ? 'Off:' : 'If you turn it off:'} ${SWITCH_TEXTS[name].effect}`}
              checked={!off.includes(name)}
              onChange={({ currentTarget: { checked } }) =>
                form.setFieldValue('off', checked ? off.filter((one) => one !== name) : [...off, name])
              }
            />
          ))}
        </Stack>
      </SettingsForm>
    </SectionCard>
  );
}

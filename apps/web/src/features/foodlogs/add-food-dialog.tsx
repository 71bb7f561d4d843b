import { Button, Group, SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { FoodEntry, LoggableFood } from '@stridewell/contract/foodlogs/foodlogs';
import { loggableOf, NEVER_LOGGED } from '@stridewell/contract/foodlogs/foodlogs.loggable.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import { IconBarcode, IconBolt, IconChevronRight, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { messageOf } from '../../lib/errors.ts';
import { kcalText } from '../../lib/format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { useStore } from '../../lib/store.ts';
import { takeStepFocus } from '../../lib/take-focus.ts';
import { toast } from '../../lib/toasts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { late } from '../../ui/late.tsx';
import { moveInList } from '../../ui/list-keys.ts';
import { LoadingSpinner } from '../../ui/loading-spinner.tsx';
import { Muted } from '../../ui/muted.tsx';
import rows from '../../ui/rows.module.css';
import { SearchInput } from '../../ui/search-input.tsx';
import { FavoriteButton } from './favorite-button.tsx';
import { FoodAmountForm } from './food-amount-form.tsx';
import classes from './food-log.module.css';
import { contentOf, entryOfFood, usualAmount } from './foodlogs.editing.ts';
import { changedFood, ownFoodStore, unsentChanges, withChanges } from './foodlogs.own-foods.ts';
import { loggableFoodsQuery, useFindFoodByBarcode } from './foodlogs.queries.ts';
import { favoritesFirst, keepUsedFood } from './foodlogs.used.ts';
import { entryName, loggedAmountText } from './foodlogs.wording.ts';
import { QuickEntryForm, type QuickFacts } from './quick-entry-form.tsx';

// Only a phone with a connection can look a code up.
const BarcodeForm = lazy(() => import('./barcode-form.tsx'));

const OwnFoodForm = late(async () => (await import('./own-food-form.tsx')).OwnFoodForm);

const TYPING_MS = 200;

type AddFoodDialogProps = {
  meal: string;
  place: { userId: string; coachId: string };
  /** Foods that are offered without a search, and found without a connection. */
  foods: readonly LoggableFood[];
  units: UnitSystem;
  numbersOff: boolean;
  onAdd: (entry: Omit<FoodEntry, 'changedAt'>) => void;
  onClose: () => void;
};

/** An entry whose food is not known, with the code on its pack and how it was logged last. */
type Unknown = { code: string; last: QuickFacts | null };
type Step =
  | { kind: 'search' }
  | { kind: 'scan' }
  | { kind: 'quick'; unknown: Unknown | null }
  | { kind: 'own'; foodId: string | null; code: string | null }
  | { kind: 'amount'; food: LoggableFood; isScanned: boolean };

/** Adds food to a meal: a food with its amount, or an entry without a food. Stays open for the next one. */
export function AddFoodDialog({ meal, place, foods, units, numbersOff, onAdd, onClose }: AddFoodDialogProps) {
  const store = ownFoodStore(place.userId, place.coachId);
  useStore(store);
  const withOwn: WithOwn = (given, isWanted) => withChanges(given, store, { isWanted, numbersOff });
  const [typed, setTyped] = useState('');
  const [step, setStep] = useState<Step>({ kind: 'search' });
  const find = useFindFoodByBarcode();
  const search = () => setStep({ kind: 'search' });
  const scanned = (code: string) => {
    const unsent = unsentChanges(store).find(({ food, deleted }) => !deleted && food.barcode === code);
    if (unsent) {
      const food = loggableOf(changedFood(unsent, numbersOff), NEVER_LOGGED);
      return setStep({ kind: 'amount', food, isScanned: true });
    }
    find.mutate(code, {
      onSuccess({ food, entry }) {
        if (food) setStep({ kind: 'amount', food, isScanned: true });
        else if (entry) setStep({ kind: 'quick', unknown: { code, last: entry } });
        else setStep({ kind: 'own', foodId: null, code });
      },
    });
  };
  const add = (entry: Omit<FoodEntry, 'changedAt'>) => {
    onAdd(entry);
    toast.success(`${entryName({ ...entry, changedAt: entry.at })} added`, meal);
    setTyped('');
    search();
  };
  return (
    <Dialog opened onClose={onClose} title={`Add to ${meal.toLowerCase()}`} size="lg">
      <div key={step.kind} ref={takeStepFocus} tabIndex={-1}>
        {step.kind === 'search' && (
          <FoodSearch
            typed={typed}
            foods={foods}
            withOwn={withOwn}
            units={units}
            onType={setTyped}
            onChoose={(food) => setStep({ kind: 'amount', food, isScanned: false })}
            onQuick={() => setStep({ kind: 'quick', unknown: null })}
            onOwn={() => setStep({ kind: 'own', foodId: null, code: null })}
            onScan={() => {
              find.reset();
              setStep({ kind: 'scan' });
            }}
            onClose={onClose}
          />
        )}
        {step.kind === 'scan' && (
          <Suspense fallback={<LoadingSpinner />}>
            <BarcodeForm
              busy={find.isPending}
              problem={find.error ? messageOf(find.error, 'This code cannot be looked up right now.') : null}
              onCode={scanned}
              onBack={search}
            />
            {find.error && find.variables !== undefined && (
              <Button
                variant="light"
                mih={44}
                mt="md"
                onClick={() => setStep({ kind: 'quick', unknown: { code: find.variables, last: null } })}
              >
                Log it as a quick entry
              </Button>
            )}
          </Suspense>
        )}
        {step.kind === 'amount' && (
          <FoodAmountForm
            food={step.food}
            isPack={step.isScanned}
            meal={meal}
            units={units}
            onAdd={(amount) => {
              // Before the entry, whose change draws the list again.
              keepUsedFood(step.food, amount);
              add(entryOfFood(step.food, amount, meal, serverNow()));
            }}
            onEdit={step.food.own ? () => setStep({ kind: 'own', foodId: step.food.id, code: null }) : null}
            onBack={search}
          />
        )}
        {step.kind === 'own' && (
          <OwnFoodForm
            place={place}
            foodId={step.foodId}
            name={typed.trim()}
            code={step.code}
            numbersOff={numbersOff}
            // Saving may take a while, and the client may have gone back meanwhile.
            onSaved={(food) => setStep((now) => (now === step ? { kind: 'amount', food, isScanned: false } : now))}
            onBack={search}
          />
        )}
        {step.kind === 'quick' && (
          <QuickEntryForm
            meal={meal}
            facts={step.unknown?.last ?? { name: typed, nutrients: null }}
            code={step.unknown?.code ?? null}
            numbersOff={numbersOff}
            onAdd={add}
            onBack={search}
          />
        )}
      </div>
    </Dialog>
  );
}

/** Words that a name has, or how they begin. */
const fits = ({ name, brand }: LoggableFood, words: readonly string[]): boolean => {
  const text = `${name} ${brand}`.toLowerCase();
  return words.every((word) => text.includes(word));
};

/** Foods with the changes of own foods that only this device has. */
type WithOwn = (foods: readonly LoggableFood[], isWanted: (food: LoggableFood) => boolean) => LoggableFood[];

type FoodSearchProps = Pick<AddFoodDialogProps, 'foods' | 'units' | 'onClose'> & {
  typed: string;
  withOwn: WithOwn;
  onType: (typed: string) => void;
  onChoose: (food: LoggableFood) => void;
  onQuick: () => void;
  onOwn: () => void;
  onScan: () => void;
};

function FoodSearch({
  typed,
  foods,
  withOwn,
  units,
  onType,
  onChoose,
  onQuick,
  onOwn,
  onScan,
  onClose,
}: FoodSearchProps) {
  const q = typed.trim();
  const [searched] = useDebouncedValue(q, TYPING_MS);
  const found = useQuery({ ...loggableFoodsQuery(searched || ' '), enabled: searched !== '', retry: false });
  const isWanted = (food: LoggableFood) => fits(food, q.toLowerCase().split(/\s+/));
  const known = foods.filter(isWanted);
  // Foods on the device are shown at once, and are all there is without a connection.
  const isFound = q !== '' && found.data !== undefined && !found.isError;
  const list = isFound ? withOwn(found.data.foods, isWanted) : favoritesFirst(withOwn(known, isWanted));
  // The rows of an older search would go, and take the focus with them.
  const isCurrent = q === '' || (searched === q && !found.isFetching);
  return (
    <Stack gap="md" onKeyDown={moveInList}>
      <SearchInput label="Search foods" size="md" value={typed} onChange={onType} data-autofocus />
      <SimpleGrid cols={3} spacing="xs">
        {[
          { label: 'Scan a code', Icon: IconBarcode, onClick: onScan },
          { label: 'Quick entry', Icon: IconBolt, onClick: onQuick },
          { label: 'New food', Icon: IconPlus, onClick: onOwn },
        ].map(({ label, Icon, onClick }) => (
          <Button key={label} variant="light" h={60} px={4} onClick={onClick}>
            <Stack component="span" gap={2} align="center">
              <Icon size={20} stroke={1.75} aria-hidden />
              <Text span size="sm" fw={600}>
                {label}
              </Text>
            </Stack>
          </Button>
        ))}
      </SimpleGrid>
      {q === '' && list.length > 0 && <Text fw={600}>Recent and favorites</Text>}
      {found.isError && q !== '' && <Muted>Foods cannot be searched right now. These are on this device.</Muted>}
      {list.length > 0 ? (
        <ul className={rows.divided} aria-label="Foods">
          {list.map((food) => (
            <li key={food.id} className={classes.food}>
              <FavoriteButton food={food} />
              <UnstyledButton
                className={classes.entry}
                data-row={isCurrent || undefined}
                onClick={() => onChoose(food)}
              >
                <FoodLine food={food} units={units} />
              </UnstyledButton>
            </li>
          ))}
        </ul>
      ) : (
        <Muted role="status">
          {q === ''
            ? 'Search for what you ate. What you log often appears here.'
            : found.isFetching || searched !== q
              ? 'Searching…'
              : 'No food found. Add it as your own food, or as a quick entry.'}
        </Muted>
      )}
      <Group justify="flex-end">
        <Button variant="default" mih={44} onClick={onClose}>
          Done
        </Button>
      </Group>
    </Stack>
  );
}

/** A food with the amount that is offered first. */
function FoodLine({ food, units }: { food: LoggableFood; units: UnitSystem }) {
  const amount = usualAmount(food, units);
  const content = contentOf(food, amount);
  return (
    <>
      <Stack gap={0} flex={1} miw={0}>
        <Text style={{ overflowWrap: 'anywhere' }}>{food.name}</Text>
        <Muted>{[food.brand, loggedAmountText(amount), food.own && 'yours'].filter(Boolean).join(', ')}</Muted>
      </Stack>
      {content && (
        <Text size="sm" className={classes.figures}>
          {kcalText(content.nutrients.kcal)}
        </Text>
      )}
      <IconChevronRight size={18} stroke={1.75} aria-hidden />
    </>
  );
}

import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import classes from './landing-portal-screens.module.css';

const RING = 2 * Math.PI * 70;
const GOAL_SHARE = 0.73;

export function ProgressScreen() {
  return (
    <div className={classes.screen}>
      <p className={classes.title}>Good morning, Priya</p>
      <div className={classes.ring}>
        <svg viewBox="0 0 160 160" aria-hidden="true">
          <circle cx="80" cy="80" r="70" className={classes.rest} />
          <circle
            cx="80"
            cy="80"
            r="70"
            className={classes.done}
            strokeDasharray={`${RING * GOAL_SHARE} ${RING}`}
            transform="rotate(-90 80 80)"
          />
        </svg>
        <p className={classes.share}>
          <span className={classes.big}>73%</span>
          <span>of your weight-loss goal</span>
        </p>
      </div>
      <p className={classes.fact}>
        <strong>14.6 of 20 lb</strong> behind you since August
      </p>
      <svg viewBox="0 0 280 64" className={classes.trend} aria-hidden="true">
        <path className={classes.area} d="M0 8 L40 14 L80 13 L120 26 L160 31 L200 40 L240 44 L276 52 V64 H0 Z" />
        <path className={classes.line} d="M4 8 L40 14 L80 13 L120 26 L160 31 L200 40 L240 44 L276 52" />
        <circle className={classes.now} cx="276" cy="52" r="4" />
      </svg>
    </div>
  );
}

const WORKOUTS = [
  { name: 'Lower body', detail: '6 exercises, 45 min', done: true },
  { name: 'Easy run', detail: '3 miles, slow enough to talk', done: true },
  { name: 'Upper body', detail: '5 exercises, 40 min', done: false },
  { name: 'Long walk', detail: '60 min, anywhere green', done: false },
];

export function WorkoutsScreen() {
  return (
    <div className={classes.screen}>
      <p className={classes.title}>This week</p>
      <p className={classes.figure}>
        <span className={classes.big}>92%</span>
        <span>adherence to your program</span>
      </p>
      <ul>
        {WORKOUTS.map(({ name, detail, done }) => (
          <li key={name} className={classes.row}>
            {done ? (
              <IconCircleCheckFilled size={24} className={classes.check} role="img" aria-label="Done" />
            ) : (
              <IconCircle size={24} stroke={1.75} className={classes.open} role="img" aria-label="To do" />
            )}
            <span>
              <span className={classes.name}>{name}</span>
              <span className={classes.detail}>{detail}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const NUTRIENTS = [
  { name: 'Protein', grams: 118, target: 160 },
  { name: 'Carbs', grams: 196, target: 270 },
  { name: 'Fat', grams: 52, target: 75 },
];

export function NutritionScreen() {
  return (
    <div className={classes.screen}>
      <p className={classes.title}>Today’s food</p>
      <p className={classes.figure}>
        <span className={classes.big}>2,400</span>
        <span>calories is your target today</span>
      </p>
      <ul>
        {NUTRIENTS.map(({ name, grams, target }) => (
          <li key={name} className={classes.nutrient}>
            <span className={classes.name}>{name}</span>
            <span className={classes.grams}>
              {grams} of {target} g
            </span>
            <span className={classes.track} aria-hidden="true">
              <span style={{ width: `${(grams / target) * 100}%` }} />
            </span>
          </li>
        ))}
      </ul>
      <p className={classes.tip}>Room left for dinner: about 640 calories, with 42 g of protein.</p>
    </div>
  );
}

export function MessagesScreen() {
  return (
    <div className={classes.screen}>
      <p className={classes.title}>Coach Elena</p>
      <ul className={classes.chat}>
        <li className={classes.theirs}>
          Ten check-ins in a row. How did the long run feel?
          <span>Elena, 8:12 am</span>
        </li>
        <li className={classes.own}>
          Better than I feared. The last mile was hard, but I did not stop.
          <span>You, 8:40 am</span>
        </li>
        <li className={classes.theirs}>
          That is the whole point. Keep Thursday easy and we add half a mile on Sunday.
          <span>Elena, 8:43 am</span>
        </li>
      </ul>
    </div>
  );
}

import { join } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }
import { readConfig } from '../../apps/server/src/config.ts'
import { repository } from './bundle.ts'
import { expectEqual } from './expect-equal.ts'
import { run } from './run.ts'

const CHART = join(repository, 'deploy/helm/weir')
const SECRET = 's'.repeat(32)
const DSN = 'postgres://weir:p@db:5432/weir'

interface Variable {
  readonly name: string
  readonly value: string
}

interface Pod {
  readonly terminationGracePeriodSeconds?: number
  readonly containers: readonly {
    readonly image: string
    readonly args?: readonly string[]
    readonly env?: readonly Variable[]
    readonly readinessProbe?: { readonly httpGet: { readonly path: string } }
    readonly securityContext: { readonly readOnlyRootFilesystem: boolean }
  }[]
  readonly volumes: readonly { readonly name: string; readonly persistentVolumeClaim?: { readonly claimName: string } }[]
}

interface Rendered {
  readonly kind: string
  readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> }
  readonly stringData?: Readonly<Record<string, string>>
  readonly spec?: {
    readonly replicas?: number
    readonly strategy?: { readonly type: string }
    readonly template?: { readonly spec: Pod }
    readonly metrics?: readonly { readonly pods?: { readonly metric: { readonly name: string } } }[]
  }
}

const helm = (args: readonly string[]): Promise<string> => {
  const program = process.env['HELM'] ?? 'helm'
  if (Bun.which(program) === null) throw new Error(`there is no ${program}: install Helm 3, or say in HELM where it is`)
  return run([program, ...args], repository)
}

const asFlags = (values: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(values).flatMap(([name, value]) => ['--set', `${name}=${value}`])

const render = async (values: Readonly<Record<string, string>>): Promise<readonly Rendered[]> => {
  await helm(['lint', '--strict', CHART, ...asFlags(values)])
  const text = await helm(['template', 'test', CHART, '--kube-version', '1.31', ...asFlags(values)])
  return text
    .split(/^---$/m)
    .map((document) => Bun.YAML.parse(document) as Rendered | null)
    .filter((document) => document !== null)
}

const only = (objects: readonly Rendered[], kind: string): Rendered => {
  const [found, second] = objects.filter((object) => object.kind === kind)
  if (found === undefined || second !== undefined) throw new Error(`the chart should have one ${kind}`)
  return found
}

const podOf = (objects: readonly Rendered[], kind: string): Pod => {
  const pod = only(objects, kind).spec?.template?.spec
  if (pod === undefined) throw new Error(`the ${kind} has no pod`)
  return pod
}

const kindsOf = (objects: readonly Rendered[]): readonly string[] => objects.map(({ kind }) => kind).toSorted()

const checkServer = (objects: readonly Rendered[]): void => {
  const { containers, terminationGracePeriodSeconds } = podOf(objects, 'Deployment')
  expectEqual('the time to end', terminationGracePeriodSeconds, 150)
  const [container] = containers
  if (container?.env === undefined) throw new Error('the server is given no variables')
  const variables = Object.fromEntries(container.env.map(({ name, value }) => [name, value]))
  // As the server reads it: a value that it does not take is refused here.
  const config = readConfig({ ...only(objects, 'Secret').stringData, ...variables })
  expectEqual('the database', config.dsn, DSN)
  expectEqual('workers and drain time', [config.workers, config.drainTimeoutMs], [2, 120_000])
  expectEqual('the image', container.image, `weir:${manifest.version}`)
  expectEqual('the question for readiness', container.readinessProbe?.httpGet.path, '/readyz')
  expectEqual('a read-only root', container.securityContext.readOnlyRootFilesystem, true)
}

const checkCluster = async (): Promise<void> => {
  const objects = await render({
    'database.dsn': DSN,
    'redis.address': 'redis://redis:6379',
    'secrets.sessionSecret': SECRET,
    'secrets.metricsToken': 'm'.repeat(16),
    'ingress.enabled': 'true',
    'autoscaling.enabled': 'true',
    'serviceMonitor.enabled': 'true',
    'env.WORKERS': '2',
  })
  expectEqual('the kinds of a cluster', kindsOf(objects), [
    'Deployment',
    'HorizontalPodAutoscaler',
    'Ingress',
    'Job',
    'PodDisruptionBudget',
    'Secret',
    'Service',
    'ServiceMonitor',
  ])
  checkServer(objects)
  expectEqual('replicas beside an autoscaler', only(objects, 'Deployment').spec?.replicas, undefined)
  expectEqual('what is scaled by', only(objects, 'HorizontalPodAutoscaler').spec?.metrics?.[0]?.pods?.metric.name, 'weir_open_holds')
  expectEqual('the hook', only(objects, 'Job').metadata.annotations?.['helm.sh/hook'], 'pre-upgrade')
  expectEqual('the command of the hook', podOf(objects, 'Job').containers[0]?.args, ['migrate'])
}

const checkSingle = async (): Promise<void> => {
  const objects = await render({ replicaCount: '1' })
  expectEqual('the kinds of one node', kindsOf(objects), ['Deployment', 'PersistentVolumeClaim', 'Secret', 'Service'])
  expectEqual('the strategy of one node', only(objects, 'Deployment').spec?.strategy?.type, 'Recreate')
  const data = podOf(objects, 'Deployment').volumes.find(({ name }) => name === 'data')
  expectEqual('the volume', data?.persistentVolumeClaim?.claimName, only(objects, 'PersistentVolumeClaim').metadata.name)
}

const expectRefusal = async (values: Readonly<Record<string, string>>, words: string): Promise<void> => {
  const message = await render(values).then(
    () => 'nothing was refused',
    (error: unknown) => String(error),
  )
  if (!message.includes(words)) throw new Error(`the chart should refuse ${JSON.stringify(values)} with "${words}": ${message}`)
}

/** With helm itself: linted and rendered in every form, and refused where it cannot work. */
export const checkChart = async (): Promise<void> => {
  await checkCluster()
  await checkSingle()
  const own = await render({ 'secrets.existingSecret': 'mine' })
  expectEqual('the kinds with a secret of one own', kindsOf(own), ['Deployment', 'Job', 'PodDisruptionBudget', 'Service'])
  await expectRefusal({}, 'several nodes need a database')
  await expectRefusal({ 'database.dsn': DSN }, 'nodes that share a database share a secret')
  await expectRefusal({ 'database.dsn': 'oracle://db' }, 'database.dsn')
  await expectRefusal({ replicaCount: '1', 'secrets.sessionSecret': 'short' }, 'secrets.sessionSecret')
  await expectRefusal({ replicaCount: '1', replicaCounts: '2' }, 'replicaCounts')
  console.log('the chart is linted and rendered in three forms, and refuses what cannot work')
}

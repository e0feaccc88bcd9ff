// 策略及其参数的说明：英文原文在前，中文在后。没有列出的按英文显示。
/** @type {Record<string, string>} */
export default {
  'perfect play; chooses at random among equally good moves': '完美对局；同样好的着法中随机选一个',
  'random seed': '随机种子',
  'Monte-Carlo tree search with a solver; every rule of the search is a parameter':
    '带求解器的蒙特卡洛树搜索；搜索的每条规则都是参数',
  'weight of exploration': '探索的权重',
  'most simulations per move; 0: only the budget limits them': '每步最多模拟次数；0 表示只受限时约束',
  'selection rule': '选择规则',
  "unvisited moves: before all others, a fixed value, or the parent's value":
    '未访问的着法：先于其他着法、用固定值，或用父节点的值',
  'with fpu=value the value of unvisited moves, with fpu=parent how far below the parent':
    'fpu=value 时为未访问着法的值，fpu=parent 时为低于父节点多少',
  'ucb1: weight of the progressive bias; rave: assumed bias of later moves':
    'ucb1：渐进偏置的权重；rave：对后续着法假定的偏差',
  'rave: visits of a GRAVE reference; 0 is plain RAVE': 'rave：GRAVE 参考节点的访问次数；0 即普通 RAVE',
  'ucb1: weight of the evaluation, backed up by minimax (implicit minimax)':
    'ucb1：以 minimax 回传的评估的权重（隐式 minimax）',
  'how playouts choose moves': '模拟中如何选择着法',
  'playout=mast: share of random moves': 'playout=mast：随机着法的比例',
  'playout=truncated: plies before the evaluation': 'playout=truncated：评估之前走几步',
  'how much a result 64 plies away loses': '64 步之后的结果打多少折扣',
  'simulate one child of a new leaf, or all': '对新叶子的一个子节点还是全部子节点做模拟',
  'visits before a leaf gets children; 0, with priors: it is evaluated together with its moves':
    '叶子访问多少次后展开；0（有先验时）：与其着法一起评估',
  'prove wins, losses and draws': '证明胜、负、平',
  'solver: find the end of the game one move ahead': '求解器：提前一步发现终局',
  'one node per position instead of one per path': '每个局面一个节点，而不是每条路径一个',
  'keep the tree from move to move': '各步之间保留搜索树',
  'how the move is chosen at the end': '最后如何选择着法',
  'MiB for the tree': '搜索树占用的 MiB',
  'number of threads': '线程数',
  'leaves that are collected and evaluated together': '收集后一起评估的叶子数',
  'textbook UCT: UCB1, random playouts, no solver, a new tree for every move':
    '教科书式 UCT：UCB1、随机模拟、无求解器，每步新建搜索树',
  'legal moves chosen uniformly at random': '在合法着法中均匀随机选择',
  'selective search with learned patterns, exact endgame': '使用学习所得棋形的选择性搜索，残局精确求解',
  'table size in MiB': '置换表大小（MiB）',
  'depth limit in plies': '深度上限（步）',
  "factor of Multi-ProbCut's margins; larger prunes less": 'Multi-ProbCut 边界的系数；越大剪枝越少',
  'any uses AVX2 and BMI2 if the CPU has them; portable never does':
    'any：CPU 支持时使用 AVX2 和 BMI2；portable：从不使用',
  'alpha-beta with a table of square values and mobility': 'alpha-beta，用格子价值表和行动力评估',
  'search depth in plies': '搜索深度（步）',
  'plays the move that flips the most discs': '下翻子最多的一步',
  'book, forced wins and exact solver, then PUCT over safe moves with a learned evaluation':
    '开局库、必胜着法和精确求解器，然后在安全着法中用学习所得的评估做 PUCT',
  'largest number of empty cells at which the exact solver runs': '空格不多于此数时运行精确求解器',
  'share of the time that the solver gets': '求解器所用时间的比例',
  "MiB of the solver's transposition table": '求解器置换表的 MiB',
  'MiB of the table that proves nodes of the search': '证明搜索节点所用表的 MiB',
  'weight of the learned evaluation in a simulation; the playout has the rest':
    '学习所得评估在一次模拟中的权重，其余归随机模拟',
  'alpha-beta to a fixed depth; evaluates threats by their place': '固定深度的 alpha-beta，按位置评估威胁',
  'MiB of the transposition table': '置换表的 MiB',
  'UCT; playouts win or block at once and prefer the centre; near wins count more':
    'UCT；模拟中能胜即胜、须挡即挡并偏好中央，越近的胜利权重越大',
  'UCT with random playouts; wins or blocks at once at the root': '随机模拟的 UCT；在根节点能胜即胜、须挡即挡',
  'RAVE with a learned evaluation, after an exact solver': '先精确求解，再用学习所得评估做 RAVE',
  "weight of the learned value; the rest is the playout's": '学习所得估值的权重，其余归随机模拟',
  'virtual visits given to the learned value of a new move': '新着法的学习估值相当于多少次访问',
  'weight of the learned value that is backed up by minimax': '以 minimax 回传的学习估值的权重',
  'playouts: random points compared by the mobility after them; 1 compares none':
    '模拟：按落子后的行动力比较几个随机点；1 表示不比较',
  experiment: '实验',
  'node limit of the exact solver before the search; 0 disables it':
    '搜索前精确求解器的节点上限；0 表示不用',
  "size of the exact solver's table in MiB": '精确求解器的表大小（MiB）',
  'PUCT with a policy and value network, after an exact solver': '先精确求解，再用策略价值网络做 PUCT',
  'priors: the lower, the more they favour the best moves': '先验：越低越偏向最好的着法',
  'RAVE with a solver; playouts play shared points first': '带求解器的 RAVE；模拟先下双方都可下的点',
  'PUCT with a learned evaluation and a solver': '使用学习所得评估和求解器的 PUCT',
  'UCT with truncated playouts that compare rights; plays the move with the best value':
    '用截断模拟比较可下点数的 UCT；下估值最高的着法',
  'share: difference of the rights by their sum; tanh: of the log of their ratio':
    'share：可下点数之差除以其和；tanh：其比值对数的双曲正切',
};

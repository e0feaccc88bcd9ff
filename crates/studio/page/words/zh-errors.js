// 引擎与本地服务器的英文出错信息的中文说法。正则在前，中文在后；`$1` 等为原文中的部分，
// 写作 `{1}` 的部分本身也是出错信息，再译一次。没有列出的按英文显示。
/** @type {[RegExp, string][]} */
export default [
  // 一层套一层的信息
  [/^game (\d+), move (\d+): (.+)$/, '第 $1 局第 $2 步：{3}'],
  [/^game (\d+): (.+)$/, '第 $1 局：{2}'],
  [/^move (\d+): (.+)$/, '第 $1 步：{2}'],
  [/^move ('.*'): (.+)$/, '着法 $1：{2}'],
  [/^position ('.*'): (.+)$/, '局面 $1：{2}'],
  [/^board ('.*'): (.+)$/, '棋盘 $1：{2}'],
  [/^(moves|transcript|columns|ggf|sgf|json|botzone|saiblo): (.+)$/, '格式 $1：{2}'],

  // 着法
  [/^(\S+) is not a legal move in (.+)$/, '$1 不是合法着法，局面为 $2'],
  [/^(\S+) comes after the end of the game$/, '$1 在终局之后'],
  [/^a move is a column a-h and a row 1-8, as in f5, or pass$/, '着法由列 a-h 和行 1-8 组成，如 f5；停一手写作 pass'],
  [/^a move is a column a-c and a row 1-3, as in b2$/, '着法由列 a-c 和行 1-3 组成，如 b2'],
  [/^a move is a column, A to (\w) without I, and a row from the bottom, 1 to (\d+)$/, '着法由列 A 至 $1（没有 I）和自下而上的行 1 至 $2 组成'],
  [/^a move is a column, 1 to (\w)$/, '着法是列，1 至 $1'],
  [/^the game has (\d+) moves; at most (\d+) are accepted$/, '对局有 $1 步，最多接受 $2 步'],
  [/^the game is over in this position$/, '此局面已终局'],

  // 局面
  [/^it ends before (\w+); a position is 64 squares, a blank and the side to move$/, '在 $1 之前就结束了；局面为 64 个格子、一个空格和行棋方'],
  [/^after the 64 squares come a blank and the side to move$/, '64 个格子之后应为一个空格和行棋方'],
  [/^(.+) at (\w\d) is none of X, O and -$/, '$2 处的 $1 不是 X、O 或 -'],
  [/^the side to move is X or O, not (.+)$/, '行棋方为 X 或 O，而不是 $1'],
  [/^unknown cell (.+); cells are x, o and \.$/, '不认识格子 $1；格子为 x、o 或 .'],
  [/^must be three rows of three cells, as in (\S+)$/, '应为三行，每行三格，如 $1'],
  [/^x must have as many stones as o, or one more$/, 'x 的棋子应与 o 一样多，或多一个'],
  [/^a stone was placed after a line of three$/, '三子成线之后又下了一子'],
  [/^x has (\d+) stones? and o (\d+); x must have as many as o or one more$/, 'x 有 $1 子，o 有 $2 子；x 应与 o 一样多，或多一个'],
  [/^black has (\d+) stones? and white has (\d+); black must have as many as white, or one more$/, '黑方有 $1 子，白方有 $2 子；黑方应与白方一样多，或多一个'],
  [/^the black group at (\w+) has no liberty$/, '$1 处的黑棋没有气'],
  [/^the white group at (\w+) has no liberty$/, '$1 处的白棋没有气'],
  [/^the stone on (\S+) has an empty cell below it$/, '$1 的棋子下面是空格'],
  [/^cell (\S+) is off the board$/, '格子 $1 不在棋盘上'],
  [/^board is (\S+); rows and columns must be (\d+) to (\d+)$/, '棋盘为 $1，行数和列数应为 $2 至 $3'],
  [/^board is (\S+); rows must be (\d+) to (\d+), columns (\d+) to (\d+)$/, '棋盘为 $1，行数应为 $2 至 $3，列数应为 $4 至 $5'],
  [/^a position is rows separated by \/, as in (\S+), or moves, as in (\S+) or (\S+)$/, '局面为用 / 隔开的各行，如 $1；或着法，如 $2 或 $3'],
  [/^the game has no such board$/, '此棋种没有这样的棋盘'],

  // 策略
  [/^(\S+) has no strategy ('.*') \(did you mean (\S+)\?\); there are: (.+)$/, '没有策略 $2（是不是 $3？）；可用的有：$4'],
  [/^(\S+) has no strategy ('.*'); there are: (.+)$/, '没有策略 $2；可用的有：$3'],
  [/^strategy (\S+) has no parameter ('.*') \(did you mean (\S+)\?\); there are: (.+)$/, '策略 $1 没有参数 $2（是不是 $3？）；可用的有：$4'],
  [/^strategy (\S+) has no parameter ('.*'); there are: (.+)$/, '策略 $1 没有参数 $2；可用的有：$3'],
  [/^(\S+='.*') is not accepted; use (.+)$/, '不接受 $1；可用的值：$2'],
  [/^('.*') is given twice$/, '$1 出现了两次'],
  [/^('.*') is not of the form key=value$/, '$1 应写作 参数=值'],

  // 文件
  [/^the file is empty; accepted are .+$/, '文件为空；可读入 Botzone 或 Saiblo 的对局、GGF、SGF、着法或局面、棋谱串、表格、JSON、arena 日志'],
  [/^('[^]*') is not a record; accepted are .+$/, '$1 不是棋谱；可读入 Botzone 或 Saiblo 的对局、GGF、SGF、着法或局面、棋谱串、表格、JSON、arena 日志'],
  [/^the record is of (\S+), not of (\S+)$/, '这是 $1 的棋谱，不是 $2 的'],
  [/^('.*') is no game in \(; and ;\)$/, '$1 不是 (; 和 ;) 之间的一局'],
  [/^EOF while parsing (?:an? )?\w+ at line (\d+) column (\d+)$/, '内容不完整，在第 $1 行第 $2 列中断'],
  [/^recursion limit exceeded at line (\d+) column (\d+)$/, '嵌套太深（第 $1 行第 $2 列）'],
  [/^('.*') is not a move$/, '$1 不是着法'],

  // 引擎
  [/^the engine has failed and was started again \((.*)\)$/, '引擎出错，已重新启动（$1）'],
  [/^the engine was started again$/, '引擎已重新启动'],
  [/^there is no search (\d+); begin one first$/, '没有搜索 $1，请先重来'],
  [/^there is no game ('.*'); there are: (.+)$/, '没有棋种 $1；可用的有：$2'],

  // 文件夹与对战
  [/^('.*') is not the name of a file in the folder$/, '$1 不是该文件夹中的文件名'],
  [/^(\S+) is a symbolic link, which is not followed$/, '$1 是符号链接，不予跟随'],
  [/^(\S+) is a folder; a log is a file$/, '$1 是文件夹，日志应为文件'],
  [/^(\S+) is a pipe or a device; a log is a file$/, '$1 是管道或设备，日志应为文件'],
  [/^(\S+) is not a log of a contest$/, '$1 不是对战日志'],
  [/^(\S+): (line .+)$/, '$1：{2}'],
  [/^line (\d+) has (\d+) columns and not (\d+)$/, '第 $1 行有 $2 列，应为 $3 列'],
  [/^line (\d+) is not a JSON object: (.+)$/, '第 $1 行不是 JSON 对象：$2'],
  [/^cannot read (\S+): No such file .+$/, '文件夹中没有 $1'],
  [/^('.*') is neither a log nor a curve$/, '$1 既不是日志，也不是曲线'],
  [/^cannot read (\S+): (.+)$/, '无法读取 $1：$2'],
  [/^(\S+) has (\d+) MB; at most (\d+) MB are read$/, '$1 有 $2 MB，最多读入 $3 MB'],
  [/^(\S+) has no game (\d+)$/, '$1 没有第 $2 局'],
  [/^(\S+) has no column of numbers$/, '$1 没有数值列'],
  [/^(\S+) is not a program: its file is not executable$/, '$1 不是程序：文件没有执行权限'],
  [/^(\S+) is a program; start a match with it$/, '$1 是程序，可用它开始对战'],
  [/^('.*') is not a strategy; a program must lie in the folder or be named with --program$/, '$1 不是策略；程序须位于该文件夹，或用 --program 指定'],
  [/^there is no program ('.*')$/, '没有程序 $1'],
  [/^(\d+) games are too many; at most (\d+)$/, '$1 局太多，最多 $2 局'],
  [/^(\d+) contests run; stop one of them first$/, '已有 $1 场在进行，请先停止一场'],
  [/^the folder has too many logs of this match$/, '文件夹中这种对战的日志太多'],
];
